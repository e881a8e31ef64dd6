import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlausible, kindRow, type MeasurementKind, measurementKinds } from './kinds.ts';
import { kindNamed } from './names.ts';
import { parseLine, type Piece } from './parse-line.ts';
import { lines } from './parse-line.testdata.ts';
import { fromCanonical } from './units.ts';

const kinds = Object.keys(measurementKinds) as MeasurementKind[];

function written(piece: Piece): string {
  if (piece.kind === undefined) return `«${piece.text}»`;
  const { kind, value, unit, isUnitTyped, at, question, suggestions } = piece;
  const asked = suggestions.map((one) => `${one.value} ${one.unit}`).join(', ');
  return [`${kind} ${value} ${unit}${isUnitTyped ? '' : '*'}`, at && `@${at}`, question && `?${question}`, asked]
    .filter(Boolean)
    .join(' ');
}
const read = (line: string, ageDays?: number): string => parseLine(line, ageDays).map(written).join('; ');

test.each(lines)('%j', (line, pieces) => expect(read(line)).toBe(pieces));

test('a piece has its place in the line as it was typed', () => {
  const line = ' وزن ٧٢ كجم، xyz ٥؛ K 5.6 ';
  expect(parseLine(line).map(({ start, end }) => line.slice(start, end))).toEqual(['وزن ٧٢ كجم', 'xyz ٥', 'K 5.6']);
});

test('the age narrows what is plausible: a slipped decimal point of an adult or a newborn is a question', () => {
  expect(read('wt 7.2')).toBe('weight 7.2 kg*');
  expect(read('wt 7.2', 20_000)).toBe('weight 7.2 kg* ?implausible 72 kg');
  expect(read('wt 32', 3)).toBe('weight 32 kg* ?implausible 3.2 kg');
  expect(read('wt 32', 3_000)).toBe('weight 32 kg*');
  expect(read('glucose 28', 1)).toBe('glucose 28 mg/dL*');
  expect(read('glucose 28')).toBe('glucose 28 mg/dL* ?implausible 28 mmol/L, 280 mg/dL');
});

test('each kind is called by its own name, and its bounds hold a usual value', () => {
  expect(kinds.filter((kind) => kindNamed(kind)?.kind !== kind)).toEqual([]);
  expect(kinds.filter((kind) => kindRow(kind).plausible[0] >= kindRow(kind).plausible[1])).toEqual([]);
});

/** A measurement within its bounds, as a formatter writes it. */
const measurement = fc
  .record({
    kind: fc.constantFrom(...kinds),
    nth: fc.nat(2),
    share: fc.nat(1000).map((thousandths) => thousandths / 1000),
    hasUnit: fc.boolean(),
  })
  .map(({ kind, nth, share, hasUnit }) => {
    const { units, plausible } = kindRow(kind);
    const unit = units[hasUnit ? nth % units.length : 0] ?? units[0];
    const bound = (canonical: number): number => fromCanonical(kind, canonical, unit) ?? NaN;
    const value = Number((bound(plausible[0]) + share * (bound(plausible[1]) - bound(plausible[0]))).toPrecision(4));
    return { kind, unit, value, hasUnit };
  });
const inArabic = (text: string): string =>
  text.replace('.', '٫').replaceAll(/\d/g, (digit) => String.fromCharCode(Number(digit) + 0x660));

test('what a formatter writes is read back, with any decimal sign, digits and separator', () => {
  const format = fc.record({
    number: fc.constantFrom((text: string) => text, inArabic),
    gap: fc.constantFrom(' ', '=', ': ', '\u00A0'),
    separator: fc.constantFrom(', ', '; ', '، ', '؛', '\n', ' ', ' / '),
  });
  fc.assert(
    fc.property(fc.array(measurement, { minLength: 1, maxLength: 6 }), format, (all, { number, gap, separator }) => {
      const line = all
        .map(({ kind, value, unit, hasUnit }) => `${kind}${gap}${number(String(value))}${hasUnit ? ` ${unit}` : ''}`)
        .join(separator);
      expect(parseLine(line)).toMatchObject(
        all.map(({ kind, value, unit, hasUnit }) => ({ kind, value, unit, isUnitTyped: hasUnit })),
      );
    }),
  );
});

/** Words of lines and what comes between them, in any order. */
const pieceOfLine = fc.oneof(
  fc.constantFrom(
    ...'K|Cr|وزن|BUN|vanco|mg/dL|كجم|x10^3/uL|@06:30|5.6|٢٫١|2,1|1,200|.5|-|–|/|.|,|،|=|:|(|)|<| |\n|\u200F|٬|+|%|°C|10|hco3|é|😀'.split(
      '|',
    ),
  ),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
);
const anyLine = fc.array(pieceOfLine, { maxLength: 20 }).map((parts) => parts.join(''));

test('no character is lost: between the pieces are separators only', () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      const pieces = parseLine(line);
      let at = 0;
      const gaps = [...pieces, { start: line.length, end: line.length }].map(({ start, end }) => {
        const gap = line.slice(at, start);
        expect(start).toBeGreaterThanOrEqual(at);
        at = end;
        return gap;
      });
      expect(gaps.filter((gap) => !/^[\s\p{Cf},،٫;؛|•&/()–—.-]*$/u.test(gap))).toEqual([]);
      for (const { text, start, end } of pieces) {
        expect(end).toBeGreaterThan(start);
        if (text !== undefined) expect(text).toBe(line.slice(start, end));
      }
    }),
    { numRuns: 1000 },
  );
});

test('an implausible value is always a question, and each suggestion is plausible', () => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.integer({ min: 0, max: 10_000_000 }), (kind, thousandths) => {
      const [piece] = parseLine(`${kind} ${thousandths / 1000}`);
      if (piece?.kind === undefined) throw new Error(`${kind} is not understood`);
      expect(piece.question === 'implausible').toBe(!isPlausible(kind, piece.canonical));
      expect(piece.suggestions.filter(({ canonical }) => !isPlausible(kind, canonical))).toEqual([]);
    }),
  );
});

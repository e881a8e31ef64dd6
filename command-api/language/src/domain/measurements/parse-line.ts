/**
 * Reads measurements as they are typed in one line: `Cr 2.1, K 5.6, Wt 72`, `وزن ٧٢ كجم، كرياتينين ٢٫١`. What it does
 * not understand comes back with its place, and a value that is hardly possible comes back as a question.
 */
import { toAsciiDigits } from '../values/calendar-date.ts';
import { type Amount, isPlausible, kindRow, type Measurement, type MeasurementKind } from './kinds.ts';
import { kindNamed, type Named } from './names.ts';
import { unitCodeOf, type UnitCode } from './ucum.ts';
import { canonicalUnit, toCanonical, unitOf, withoutNoise } from './units.ts';

/** Half open, in UTF-16 units. */
interface Span {
  readonly start: number;
  readonly end: number;
}
export interface UnderstoodPiece extends Measurement, Span {
  readonly text?: never;
  /** False: the canonical unit was taken, and the screen shows it. */
  readonly isUnitTyped: boolean;
  /** The time of the sample, `HH:MM`. */
  readonly at?: string;
  /**
   * `implausible`: the value is outside the bounds of its kind. `grouping`: the comma of `1,200` may group thousands or
   * be the decimal sign, and both are plausible.
   */
  readonly question?: 'implausible' | 'grouping';
  /** The amounts that may be meant instead, the likeliest first. Empty without a question. */
  readonly suggestions: readonly Amount[];
}
export interface OtherPiece extends Span {
  readonly kind?: never;
  readonly text: string;
}
export type Piece = UnderstoodPiece | OtherPiece;

/** In a source, `_` is any number of spaces and of characters that are not seen. */
const sticky = (source: string): RegExp => new RegExp(source.replaceAll('_', String.raw`[\t\p{Zs}\p{Cf}]*`), 'iuy');
const number = String.raw`\.?\d(?:[\d.,،٬]*\d)?`;
const spaces = sticky('_');
const separators = sticky(String.raw`(?:[\s\p{Cf},،;؛|•&/()–—-]|\.(?!\d))+`);
/** No part of `.8` and `-5`; the signs of a charge belong to it: `Ca2+`, `Cl-`. */
const nameBefore = sticky(
  String.raw`(?:hco3|t?co2|po4|fk506|\p{L}(?:[\p{L}\p{M}\p{Cf}\p{Zs}\t']|[.-](?!\d))*)(?:\d?[+⁺]+|[-−⁻](?!\d))?`,
);
const equals = sticky('_[=:]?_');
/** With a sign before it and the rest of a range or ratio, so that no part of them is read as a number of its own. */
const numbers = sticky(`[<>≤≥~≈±+−-]*_${number}(?:_[-–—−/:→]_${number})*`);
const power = String.raw`[x×*]? ?10 ?[*^]? ?[39³⁹](?!\d)`;
const word = String.raw`[°º]? ?\p{L}[\p{L}\p{M}{}]*[3³]?|[°º%]|[{[]\p{L}+[}\]]`;
const unitAt = sticky(String.raw`(?:${power})?(?: ?(?:${word})%?)?(?: ?/ ?(?:100 ?)?\p{L}[\p{L}\p{M}]*[3³]?)?`);
const timeAfter = sticky(String.raw`_@_(\d{1,2}):(\d{2})(?![\d:])`);
const boundary = sticky(String.raw`$|[\s\p{Cf},،;؛()|&]|/_(?=\p{L})|\.(?!\d)`);
const restOfWord = sticky(String.raw`[^\s,،;؛()]+`);

/** The values that a number can have: `1,200` has two, and a list or a range none. The likelier first. */
function valuesOf(written: string): number[] {
  const isDecimal = /^(?:\d+(?:[.,،]\d+)?|\.\d+)$/.test(written);
  const isGrouped = /^[1-9]\d{0,2}(?:[,،٬]\d{3})+(?:\.\d+)?$/.test(written);
  return [
    ...(isGrouped ? [Number(written.replaceAll(/[,،٬]/g, ''))] : []),
    ...(isDecimal ? [Number(written.replace(/[,،]/, '.'))] : []),
  ];
}

const timeOf = (hours = '', minutes = ''): string | undefined =>
  Number(hours) < 24 && Number(minutes) < 60 ? `${hours.padStart(2, '0')}:${minutes}` : undefined;

const amountOf = (kind: MeasurementKind, value: number, unit: UnitCode): Amount[] => {
  const read = toCanonical(kind, value, unit);
  return read ? [{ value, ...read }] : [];
};

/** The amount, and what may be meant instead: the other value of a group, another unit, a slipped decimal point. */
function judged(kind: MeasurementKind, values: readonly number[], unit: UnitCode, ageDays: number | undefined) {
  const isPossible = ({ canonical }: Amount): boolean => isPlausible(kind, canonical, ageDays);
  const [amount, ...inUnit] = values.flatMap((value) => amountOf(kind, value, unit));
  if (!amount) return undefined;
  if (isPossible(amount)) {
    const suggestions = inUnit.filter(isPossible);
    return { ...amount, suggestions, ...(suggestions.length > 0 && { question: 'grouping' as const }) };
  }
  const otherUnits = kindRow(kind).units.flatMap((other) => values.flatMap((value) => amountOf(kind, value, other)));
  const tens = [amount.value / 10, amount.value * 10].flatMap((value) => amountOf(kind, withoutNoise(value), unit));
  const possible = [...inUnit, ...otherUnits, ...tens].filter(isPossible);
  const isFirst = ({ canonical }: Amount, at: number): boolean =>
    possible.findIndex((other) => Math.abs(other.canonical - canonical) <= 1e-9 * canonical) === at;
  return { ...amount, question: 'implausible' as const, suggestions: possible.filter(isFirst) };
}

/** A unit of a name: `BUN 20 mg/dL` is 20 mg/dL of nitrogen. */
const unitNamed = ({ isNitrogen }: Named, unit: UnitCode): UnitCode =>
  isNitrogen && unit === 'mg/dL' ? 'mg{N}/dL' : unit;

const match = (pattern: RegExp, text: string, from: number): RegExpExecArray | null => {
  pattern.lastIndex = from;
  return pattern.exec(text);
};
const after = (pattern: RegExp, text: string, from: number): number =>
  from + (match(pattern, text, from)?.[0].length ?? 0);

/** A name with its number. Either may be missing. */
function numberAt(text: string, start: number) {
  const nameEnd = after(nameBefore, text, start);
  const found = match(numbers, text, nameEnd === start ? start : after(equals, text, nameEnd));
  const end = found ? found.index + found[0].length : nameEnd;
  return { name: text.slice(start, nameEnd).trimEnd(), digits: found?.[0], end };
}

/** The entry that begins at a place, and its end. It is not understood if `read` is absent. */
function entryAt(text: string, start: number, ageDays: number | undefined) {
  const { name, digits, end } = numberAt(text, start);
  if (digits === undefined) return { end: name === '' ? after(restOfWord, text, start) : start + name.length };
  const named = kindNamed(name);
  const unitStart = after(spaces, text, end);
  const whole = text.slice(unitStart, after(unitAt, text, unitStart));
  const wholeUnit = named && unitOf(named.kind, whole);
  // `72 kg/K 5.6`, `134 K 5.6`, `INR 2 INR 3`: what looks like a unit may be the next name.
  const short = whole.slice(0, Math.max(0, whole.lastIndexOf('/'))).trimEnd();
  const next = numberAt(text, after(separators, text, unitStart + short.length));
  const isNameToo = wholeUnit === undefined || kindNamed(whole) !== undefined;
  const isNext = isNameToo && next.digits !== undefined && kindNamed(next.name) !== undefined;
  const written = isNext ? short : whole;
  const unit = named && unitOf(named.kind, written);
  const isUnitTyped = written !== '';
  const unitEnd = isUnitTyped ? unitStart + written.length : end;
  const time = match(timeAfter, text, unitEnd);
  const timeEnd = unitEnd + (time?.[0].length ?? 0);
  const at = time ? timeOf(time[1], time[2]) : undefined;
  const isWhole = isUnitTyped === (unit !== undefined) && (time === null) === (at === undefined);
  if (named && isWhole && match(boundary, text, timeEnd)) {
    const amount = judged(named.kind, valuesOf(digits), unitNamed(named, unit ?? canonicalUnit(named.kind)), ageDays);
    if (amount) return { end: timeEnd, read: { kind: named.kind, ...amount, ...(at && { at }), isUnitTyped } };
  }
  // A number that is not understood keeps its unit. Another word may begin the next piece.
  return { end: after(restOfWord, text, named || unitCodeOf(written) ? timeEnd : end) };
}

/**
 * The pieces of a line in their order. Between them are separators only: nothing that was typed is lost. A word after a
 * number must be its unit or the next name, so that no other unit is taken for ours: `wt 160 lb` is not understood.
 * @param ageDays of the patient, for narrower bounds
 */
export function parseLine(text: string, ageDays?: number): Piece[] {
  // As long as the text, so that a place in it is a place in the text.
  const plain = toAsciiDigits(text).replaceAll('٫', '.');
  const pieces: Piece[] = [];
  for (let start = after(separators, plain, 0); start < plain.length;) {
    const { end, read } = entryAt(plain, start, ageDays);
    const last = pieces.at(-1);
    if (read) pieces.push({ ...read, start, end });
    else if (last?.text !== undefined && plain.slice(last.end, start).trim() === '')
      pieces.splice(-1, 1, { text: text.slice(last.start, end), start: last.start, end });
    else pieces.push({ text: text.slice(start, end), start, end });
    start = after(separators, plain, end);
  }
  return pieces;
}

import { readFileSync } from 'node:fs';
import bidiFactory from 'bidi-js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isolatedText, withoutIsolates } from './isolation.ts';
import { NUMBERS_MAX, numberWithoutZero, spansIn, type Direction } from './text-spans.ts';

const marks = { ltr: '⟦⟧', rtl: '⟨⟩', unbroken: '{}' } as const;
/** The text with its spans: ⟦left to right⟧, ⟨right to left⟩, {not broken}. */
function marked(text: string, direction?: Direction): string {
  const spans = spansIn(text, direction);
  return Array.from({ length: text.length + 1 }, (_, at) =>
    [
      ...spans
        .filter(({ end }) => end === at)
        .reverse()
        .map(({ kind }) => marks[kind][1]),
      ...spans.filter(({ start }) => start === at).map(({ kind }) => marks[kind][0]),
      text[at] ?? '',
    ].join(''),
  ).join('');
}
const plain = (text: string): string => text.replaceAll(/[⟦⟧⟨⟩{}]/g, '');

test.each([
  'بمعدل ⟦{40 mL/h}⟧',
  'خفض الجرعة إلى ⟦{500 mg} q12h⟧ لمدة {3 أيام}',
  'يعطى ⟦Epanutin {100 mg}⟧ مرتين يوميا، ثم ⟦Clexane {0.4 mL}⟧ مرة',
  'المدى ⟦{5-10 mg}⟧ كل {8 ساعات}',
  'بمعدل ⟦{0.05-0.1 mcg/kg/min}⟧ بالوريد',
  'جرعة ⟦{500 mg/kg/day} IV BID⟧ ببطء',
  'بتاريخ ⟦{2026-11-23 10:42}⟧ راجع',
  'ضغط ⟦{120/80 mmHg}⟧ ونبض ⟦{90 bpm}⟧، حرارة ⟦{38.5°C}⟧',
  'تركيز ⟦{1:1000}⟧ بنسبة ⟦{50%}⟧ أو ⟦{<3.5}⟧',
  'أعط ⟦{٤٠ mL/h}⟧ ثم ⟦{٥-١٠ mg}⟧ غدا',
  'يعطى ⟦phenytoin ({100 mg}) IV⟧ ببطء',
  'جرعتين و⟦{5 mg}⟧ ثم ⟦{3x500 mg}⟧',
  'تحليل ⟦K {3.2 mmol/L}, Na 130⟧ اليوم',
  'لمدة ⟦{3 days}⟧ فقط',
  'الصفائح ⟦{150 x10^9/L}⟧ اليوم',
])(
  'in an Arabic sentence a number is isolated with its unit, a drug with its strength and the words after it: %s',
  (expected) => {
    expect(marked(plain(expected))).toBe(expected);
  },
);

describe('the signs of a number are at its side, as the bidirectional algorithm draws the text', () => {
  const bidi = bidiFactory();
  /** From left to right. */
  const drawn = (text: string): string => {
    const shown = isolatedText(text);
    return withoutIsolates(bidi.getReorderedString(shown, bidi.getEmbeddingLevels(shown)));
  };
  test.each(
    (
      '.5 ,5 ٫5 ،5 ·5 .٥ ٫٥ ,٥ .۵ <.5 >.5 ≤.5 <=.5 >=5 -.5 −.5 +.5 ±.5 ~.5 <-5 .05-.1 .5–1 .5/.25 1.000,5 5،5 0·5 2+ 3++ ' +
      '½ 1½ .5% 10^9 10^-3 10⁹ 10⁻³ 5×10^-3 5→10 10|000 1.5|½ 1/2'
    ).split(' '),
  )('%s', (written) => {
    const number = written.replace('|', ' ');
    const wrong = [' mg', 'mg', ' ', ' مجم', 'مجم'].flatMap((unit) =>
      [
        `بمعدل ${number}${unit} ثم`,
        `الجرعة: ${number}${unit}`,
        `أعط (${number}${unit}) الآن`,
        `Give جرعة ${number}${unit} now`,
        `${number}${unit}`,
      ].filter((text) => !drawn(text).includes(number)),
    );
    expect(wrong).toEqual([]);
  });

  test('a full stop directly before a number is its decimal sign; a comma after a word is the word’s', () => {
    expect(drawn('بمعدل.5 mg')).toBe('.5 mgلدعمب');
    expect(marked('إيقاف،5 mg')).toBe('إيقاف،⟦{5 mg}⟧');
  });
});

test.each([
  ['أعط .5 mg', '.5'],
  ['Give .5 mg', '.5'],
  ['(٫٥ مجم)', '٫٥'],
  ['K <,5', ',5'],
  ['0.5 mg, 1.25 mg. 5 mg ،ثم 1,000', undefined],
])('a number without its zero is found: %s', (text, number) => expect(numberWithoutZero(text)).toBe(number));

test('an Arabic unit stays with its number, also after a Latin name', () => {
  for (const expected of ['يعطى Panadol ⟨{500 مجم}⟩ ثم {⟦5-10⟧ مل}', 'بمعدل {٤٠ مل/ساعة} بالوريد', 'كل {8 ساعات}'])
    expect(marked(plain(expected))).toBe(expected);
});

test('in a Latin sentence an Arabic phrase before a number with a unit is isolated', () => {
  for (const expected of [
    'Give ⟨جرعة⟩ {40 mL/h} now مرة more',
    'Give جرعة Epanutin {100 mg} now',
    'Warfarin {5 mg} ثم يراجع',
    '{40 mL/h} لمدة ساعة',
    'Give ⟦{٥-١٠ mg}⟧ now',
  ])
    expect(marked(plain(expected))).toBe(expected);
});

test.each([
  'بدون أرقام',
  'المريض على Warfarin ولا شيء غيره',
  'عدد 3',
  '1- إيقاف 2- بدء',
  'غرفة 5 سرير 12',
  'Patient in غرفة 5, bed 3.',
  'Stop it today',
  'Vitamin B12 and INR 2.5',
  'All 5, or 3.',
  '',
])('there is no span in: %s', (text) => {
  expect(spansIn(text)).toEqual([]);
});

test('no line breaks in a date, a time, a number with its unit, or a code', () => {
  for (const expected of [
    'As known on {2026-11-23 10:42}, then {11-23 10:42}',
    'Give {500 mg/kg/day} q12h, then {5 to} {10 mL} over {30 min}',
    'from {23 Nov 2026} to {March 3, 2027} at {10 am}',
    'Marevan {5 mg}, Septrin {480 mg}, Augmentin {1 g}, Decadron {8 mg}',
    '{COVID-19}, {MRN-2024-0012}, {Clexane-40 mg}',
    'Age {34 y} {2 m} {11 d}',
    'CrCl {25 mL/min/1.73 m²}, {40 %}, {20/min}',
  ])
    expect(marked(plain(expected))).toBe(expected);
});

test('each line has its own direction; a given direction counts for all lines', () => {
  expect(marked('Give 5 mg\nبمعدل 40 mL/h')).toBe('Give {5 mg}\nبمعدل ⟦{40 mL/h}⟧');
  expect(marked('Give 40 mL/h', 'rtl')).toBe('⟦Give {40 mL/h}⟧');
});

test('isolates of the author stay unchanged', () => {
  expect(marked('بمعدل \u206640 mL/h\u2069 الآن')).toBe('بمعدل \u2066⟦{40 mL/h}⟧\u2069 الآن');
});

test('Unicode isolates do the same in plain text and can be removed', () => {
  expect(isolatedText('بمعدل 40 mL/h ثم ٥-١٠ mg')).toBe('بمعدل \u206640 mL/h\u2069 ثم \u2066\u202D٥-١٠ mg\u202C\u2069');
  expect(isolatedText('يعطى Panadol 500 مجم ثم 5-10 مل')).toBe(
    'يعطى Panadol \u2067500 مجم\u2069 ثم \u20665-10\u2069 مل',
  );
  for (const text of ['بمعدل 40 mL/h ثم ٥-١٠ mg', 'Epanutin 100 mg', ''])
    expect(withoutIsolates(isolatedText(text))).toBe(text);
  expect(isolatedText('Epanutin 100 mg')).toBe('Epanutin 100 mg');
});

describe('in each template and tip of the sample catalogue', () => {
  const { drugs } = z
    .object({
      drugs: z.array(
        z.object({
          tradeLabels: z.array(z.string()),
          tips: z.string(),
          errTemps: z.array(z.object({ label: z.string() })),
        }),
      ),
    })
    .parse({
      drugs: JSON.parse(
        readFileSync(new URL('../../../../infra/runtime/seed/data/drugs.json', import.meta.url), 'utf8'),
      ),
    });
  const texts = drugs.flatMap(({ tradeLabels, tips, errTemps }) => [
    ...tradeLabels,
    tips,
    ...errTemps.map(({ label }) => label.replaceAll(/<[^>]*>/g, ' ')),
  ]);
  const amounts = (text: string) =>
    [
      ...text.matchAll(
        new RegExp(
          String.raw`(?<![\w.,-])\d+(?:[.,]\d+)*(?: to \d+(?:\.\d+)?)? ?` +
            String.raw`(?:mg|mcg|g|kg|mL|L|IU|units?|mmol|mEq|hours?|h|days?|minutes?|min|%)` +
            String.raw`(?:\/(?:kg|day|h|min|L|dL|mL))*(?![\w/])`,
          'g',
        ),
      ),
    ].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));

  test('a number and its unit stay on one line', () => {
    const all = texts.flatMap((text) => amounts(text).map((amount) => ({ text, amount })));
    expect(all.length).toBeGreaterThan(100);
    // Only the "10 mg" of "5 to 10 mg" counts.
    const broken = all.filter(
      ({ text, amount: { start, end } }) =>
        !spansIn(text).some(
          (span) =>
            span.kind === 'unbroken' &&
            span.end >= end &&
            span.start <= Math.max(start, text.lastIndexOf(' to ', end) + 4),
        ),
    );
    expect(broken.map(({ text, amount: { start, end } }) => `${text.slice(start, end)} in ${text}`)).toEqual([]);
  });

  test('a number and its unit are isolated within an Arabic sentence', () => {
    const apart = texts.flatMap((text) => {
      const sentence = `يراعى ${text} ثم يراجع`;
      const spans = spansIn(sentence).filter(({ kind }) => kind === 'ltr');
      return amounts(sentence)
        .filter(({ start, end }) => !spans.some((span) => span.start <= start && span.end >= end))
        .map(({ start, end }) => `${sentence.slice(start, end)} in ${sentence}`);
    });
    expect(apart).toEqual([]);
  });
});

test.each(['بمعدل 40 mL/h ثم ', 'Give جرعة 40 mL/h now, ', 'جرعة A5 ثم '])(
  'a line has spans for its first numbers only: %s',
  (part) => {
    const line = part.repeat(NUMBERS_MAX + 100);
    const spans = spansIn(`${line}\n${part}`);
    const [first, second] = [
      spans.filter(({ end }) => end <= line.length),
      spans.filter(({ start }) => start > line.length),
    ];
    expect(first.length).toBe(spansIn(part.repeat(NUMBERS_MAX)).length);
    expect(second.length).toBe(spansIn(part).length);
  },
);

test('a line of signs is read in linear time', () => {
  expect(spansIn(`${'.'.repeat(60_000)} 5`)).toEqual([]);
});

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldDrug } from '../values/folding.ts';
import { formatOrder } from './format-order.ts';
import {
  dailyAmount,
  isMoment,
  mealHints,
  moments,
  routes,
  weekdays,
  type ClockHint,
  type Dose,
  type Order,
  type Schedule,
  type Unit,
} from './order.ts';
import { parseDose, parseFrequency, parseOrder, parseRoute, type Parsed } from './parse-order.ts';
import { drugNames, refused, understood, type WrittenOrder } from './written-orders.testdata.ts';

const roots = new Map(
  Object.entries(drugNames).flatMap(([root, names]) => names.split('|').map((name) => [foldDrug(name), root])),
);
const findDrug = (words: string): { rootId: string } | undefined => {
  const rootId = roots.get(foldDrug(words));
  return rootId === undefined ? undefined : { rootId };
};
const parse = (text: string) => parseOrder(text, findDrug);
const restOf = ({ rest }: Parsed): string => rest.map(({ text }) => text).join(' ¦ ');
const check = ([text, root, order, rest = '', questions = '']: WrittenOrder): void => {
  const parsed = parse(text);
  expect([
    parsed.drug?.rootId ?? '',
    formatOrder(parsed.order),
    restOf(parsed),
    parsed.questions.map(({ code }) => code).join(','),
  ]).toEqual([root, order, rest, questions]);
};

const named = (table: readonly WrittenOrder[]) => table.map((row) => [row[0], row] as const);
test.each(named(understood))('understands %s', (_, row) => check(row));
test.each(named(refused))('does not take what is unclear of %s', (_, row) => {
  check(row);
  expect(row[3] ?? '').not.toBe('');
});

// The suggested texts are stored in old charts: all of them must be understood.
test.each([
  ['Oral', 'po'],
  ['IV', 'iv'],
  ['IV infusion', 'iv-infusion'],
  ['IM', 'im'],
  ['SC', 'sc'],
  ['Inhalation', 'inh'],
  ['Nebulised', 'neb'],
  ['Topical', 'top'],
  ['Rectal', 'pr'],
  ['Sublingual', 'sl'],
  ['Nasogastric tube', 'ng'],
  ['Eye drops', 'eye'],
])('the route %s', (line, route) => expect(parseRoute(line)).toMatchObject({ order: { route }, rest: [] }));
test.each([
  ['Once daily', 'once daily'],
  ['Every 12 h', 'every 12 h'],
  ['Every 8 h', 'every 8 h'],
  ['Every 6 h', 'every 6 h'],
  ['Every 4 h', 'every 4 h'],
  ['Twice daily', 'twice daily'],
  ['Three times daily', '3 times daily'],
  ['At bedtime', 'once daily at bedtime'],
  ['When needed (PRN)', 'as needed'],
  ['When needed', 'as needed'],
  ['Single dose', 'single dose'],
  ['Once only', 'single dose'],
  ['Continuous infusion', 'continuous infusion'],
  ['Continuous', 'continuous infusion'],
  ['Once weekly', 'once weekly'],
])('the frequency %s', (line, canonical) => {
  const parsed = parseFrequency(line);
  expect([formatOrder(parsed.order), parsed.rest]).toEqual([canonical, []]);
});
test('a line of one kind leaves the other kinds as text', () => {
  expect(restOf(parseDose('1 g iv q12h'))).toBe('iv q12h');
  expect(restOf(parseRoute('iv 1 g'))).toBe('1 g');
  expect(restOf(parseFrequency('1 g q12h'))).toBe('1 g');
  expect(parseDose('500/125 mg').order.dose).toEqual({ amount: 625, components: [500, 125], unit: 'mg' });
});

test.each([
  ['1 g q8h', { amount: 3, unit: 'g' }],
  ['0.1 g 3 times daily', { amount: 0.3, unit: 'g' }],
  ['5-10 mg q12h', { amount: 10, amountTo: 20, unit: 'mg' }],
  ['1 g q4-6h', { amount: 4, amountTo: 6, unit: 'g' }],
  ['2 tabs tds', { amount: 6, unit: 'tablet' }],
  ['5 mg q48h', { amount: 5, unit: 'mg' }],
  ['5 mL/h', { amount: 120, unit: 'mL' }],
  ['0.1 mcg/kg/min', { amount: 144, unit: 'mcg/kg' }],
  ['30 mg/kg/day q8h', { amount: 30, unit: 'mg/kg' }],
  ['1 g q6h prn', { amount: 0, amountTo: 4, unit: 'g' }],
  ['1 g q6h prn max 3 g/day', { amount: 0, amountTo: 3, unit: 'g' }],
  ['1 g prn', undefined],
  ['1 g', undefined],
  ['50 mg continuous infusion', undefined],
])('the daily amount of %s', (text, amount) => expect(dailyAmount(parse(text).order)).toEqual(amount));

const amounts = fc.integer({ min: 1, max: 2000 }).map((quarters) => quarters / 4);
const pieces = fc.integer({ min: 1, max: 40 }).map((quarters) => quarters / 4);
const units = fc.constantFrom<Unit>('mg', 'mcg', 'units', 'mmol', 'mEq', 'mL', 'mg/kg', 'units/kg', 'mg/m2');
const doses: fc.Arbitrary<Dose> = fc.oneof(
  fc.record({ amount: amounts, unit: units }),
  fc.record({ amount: pieces, unit: fc.constantFrom<Unit>('tablet', 'puff', 'vial', 'suppository', 'patch', 'drop') }),
  fc.record({ amount: amounts, more: amounts, unit: units }).map(({ amount, more, unit }) => ({
    amount,
    amountTo: amount + more,
    unit,
  })),
  fc.record({ amount: amounts, unit: fc.constantFrom<Unit>('mg', 'units'), inMl: amounts }),
);
const rates = fc.record({
  amount: amounts,
  unit: fc.constantFrom<Unit>('mcg/kg/min', 'mL/h', 'units/h', 'mg/h', 'mcg/min'),
});
const schedules: fc.Arbitrary<Schedule> = fc.oneof(
  fc.integer({ min: 1, max: 12 }).map((times) => ({ kind: 'times', times }) as const),
  fc.constantFrom(4, 6, 8, 12, 24, 36, 48).map((hours) => ({ kind: 'interval', hours }) as const),
  fc.constant({ kind: 'interval', hours: 4, hoursTo: 6 } as const),
  fc.integer({ min: 2, max: 30 }).map((days) => ({ kind: 'days', days }) as const),
  fc.integer({ min: 1, max: 6 }).map((times) => ({ kind: 'week', times }) as const),
  fc
    .subarray([...weekdays], { minLength: 1, maxLength: 6 })
    .map((on) => ({ kind: 'week', times: on.length, on }) as const),
  fc.constantFrom({ kind: 'once' } as const, { kind: 'as-needed' } as const),
  fc.constantFrom(4, 6, 8).map((minHours) => ({ kind: 'as-needed', minHours, maxTimes: 3 }) as const),
  fc
    .record({ amount: amounts, unit: fc.constant<Unit>('mg') })
    .map((maxADay) => ({ kind: 'as-needed', maxADay }) as const),
);
const meals = fc.subarray<ClockHint>([...mealHints], { maxLength: 1 });
const orders: fc.Arbitrary<Order> = fc.oneof(
  fc.record({ dose: doses, route: fc.constantFrom(...routes), schedule: schedules, hints: meals }),
  fc.record({
    dose: rates,
    route: fc.constantFrom(...routes),
    schedule: fc.constant({ kind: 'continuous' } as const),
    hints: fc.constant([]),
  }),
  fc
    .record({
      dose: doses,
      hints: fc.subarray<ClockHint>(
        moments.filter((moment) => moment !== 'night'),
        { minLength: 1 },
      ),
    })
    .map(
      ({ dose, hints }) =>
        ({ dose, schedule: { kind: 'times', times: hints.filter(isMoment).length }, hints }) as const,
    ),
);

describe('for all orders and texts', () => {
  test('a formatted order is read back as it was', () =>
    fc.assert(
      fc.property(orders, (order) => {
        const parsed = parse(formatOrder(order));
        expect(parsed).toMatchObject({ rest: [], questions: [] });
        expect(parsed.order).toEqual(order);
      }),
    ));

  const scraps = fc.array(
    fc.oneof(
      fc.constantFrom(...understood, ...refused).chain(([text]) => fc.constantFrom(...text.split(' '))),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.constantFrom(' ', '.', '/', '-', '1', '½', '٥', '\u200f', 'İ', 'ﷺ', '😀', '\ud800'),
    ),
    { maxLength: 30 },
  );
  test('no character is lost, and what is not understood is marked', () =>
    fc.assert(
      fc.property(scraps, fc.constantFrom(' ', ''), (words, between) => {
        const text = words.join(between);
        const { pieces: found, rest } = parse(text);
        expect(found.map((piece) => piece.text).join('')).toBe(text);
        for (const { start, end, text: part } of found) expect(text.slice(start, end)).toBe(part);
        expect(rest).toEqual(found.filter(({ kind }) => kind === 'rest'));
      }),
    ));
  test('a text that a pattern could go over again and again takes no longer than another', () => {
    for (const scrap of ['1,', '1/', 'q ', ' ', '. ', 'a.', '1 x ', 'كل ', 'once ', 'every 1-', '\u0301', 'mon,'])
      expect(
        parse(scrap.repeat(20_000))
          .pieces.map(({ text }) => text)
          .join(''),
      ).toBe(scrap.repeat(20_000));
  }, 5000);
});

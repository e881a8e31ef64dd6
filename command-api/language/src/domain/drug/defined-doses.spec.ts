import { expect, test } from 'vitest';
import { parseDose, parseFrequency, parseRoute, understood } from '../orders/parse-order.ts';
import type { Order } from '../orders/order.ts';
import { calendarDate } from '../values/calendar-date.ts';
import { bedDaysOf, consumed, daysFromTo, type DefinedDose } from './defined-doses.ts';

const day = calendarDate;
const stay = daysFromTo(day('2026-03-01'), day('2026-03-10'));
const read = (dose: string, route: string, frequency: string) => {
  const parts = [understood(parseDose(dose)), understood(parseRoute(route)), understood(parseFrequency(frequency))];
  return parts.includes(undefined)
    ? undefined
    : parts.reduce<Order>((all, part) => ({ ...all, ...part }), { hints: [] });
};
const use = (
  [dose, route, frequency]: readonly [string, string, string],
  doses: readonly DefinedDose[],
  {
    start = '2026-03-03',
    stop = '2026-03-07',
    held = [],
  }: { start?: string; stop?: string | null; held?: string[] } = {},
) => {
  const order = read(dose, route, frequency);
  const course = {
    order,
    start: day(start),
    stop: stop === null ? null : day(stop),
    isHeld: (on: string) => held.includes(on),
  };
  const { ddd, daysOfTherapy } = consumed(course, stay, doses);
  return [ddd, daysOfTherapy.length];
};
const parenteral = (value: number): DefinedDose[] => [{ value, unit: 'g', route: 'P' }];

test.each([
  // 1 g three times a day for 5 days are 15 g: with a DDD of 3 g five DDDs.
  [['1 g', 'IV', 'q8h'], parenteral(3), {}, 5, 5],
  // 2 g once a day for 5 days are 10 g, with a DDD of 2 g.
  [['2 g', 'IV', 'once daily'], parenteral(2), {}, 5, 5],
  // 500 mg twice a day for 5 days are 5 g: with a DDD of 1.5 g by mouth three and a third, whatever that in the vein is.
  [['500 mg', 'PO', 'bid'], [...parenteral(3), { value: 1.5, unit: 'g', route: 'O' }], {}, 5 / 1.5, 5],
  // 2 million units three times a day for 5 days are 30 million: with a DDD of 9 million.
  [['2,000,000 units', 'IV', 'q8h'], [{ value: 9, unit: 'MU', route: 'P' }], {}, 30 / 9, 5],
  // Every second day from the 3rd to the 7th: three doses on three days.
  [['1 g', 'IV', 'every 48 h'], parenteral(2), {}, 1.5, 3],
  // A single dose is one day.
  [['2 g', 'IV', 'single dose'], parenteral(2), {}, 1, 1],
  // From before the stay and without an end: the ten days of the stay.
  [['1 g', 'IV', 'once daily'], parenteral(2), { start: '2026-02-20', stop: null }, 5, 10],
  // Held on two of the five days.
  [['1 g', 'IV', 'once daily'], parenteral(2), { held: ['2026-03-04', '2026-03-05'] }, 1.5, 3],
] as const)('%j by hand', (order, doses, span, ddd, dot) => {
  const [counted, days] = use(order, doses, span as never);
  expect(counted).toBeCloseTo(ddd, 9);
  expect(days).toBe(dot);
});

test.each([
  // A therapy of five days whose amount is not known: by weight, as a range, of a tablet without strength, by another route.
  [['15 mg/kg', 'IV', 'q8h'], 5],
  [['1-2 g', 'IV', 'q8h'], 5],
  [['1 tablet', 'PO', 'bid'], 5],
  [['1 g', 'PO', 'bid'], 5],
  // No day is known.
  [['1 g', 'IV', 'as needed'], 0],
  [['1 g', 'IV', 'according to level'], 0],
] as const)('%j has no DDDs', (order, dot) => expect(use(order, parenteral(2))).toEqual([undefined, dot]));

test('a discharge day is a day present and no bed-day, a stay of one day is one of both', () => {
  expect([stay.length, bedDaysOf(stay, day('2026-03-01'), day('2026-03-10'))]).toEqual([10, 9]);
  expect(bedDaysOf(stay, day('2026-03-01'), null)).toBe(10);
  expect(bedDaysOf([day('2026-03-01')], day('2026-03-01'), day('2026-03-01'))).toBe(1);
});

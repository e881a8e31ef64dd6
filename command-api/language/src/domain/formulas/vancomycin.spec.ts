import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { formulas } from './compute-all.ts';
import type { Given, Level } from './inputs.ts';

const day = calendarDate('2026-03-10');
const levels = (...pairs: (readonly [hour: number, value: number])[]): Level[] =>
  pairs.map(([hour, value]) => ({ hour, value, day }));
const every12 = (vancomycinLevels: readonly Level[]): Given => ({
  vancomycinDose: 1000,
  vancomycinInterval: 12,
  vancomycinInfusion: 1,
  vancomycinLevels,
});
const two = (...pairs: (readonly [number, number])[]) => formulas.vancomycinAuc24.compute(every12(levels(...pairs)));
/** 50 L of Matzke's 0.72 L/kg. */
const person: Given = { age: 50, weight: 50 / 0.72, creatinineClearance: 90 };
const one = (given: Given, ...pairs: (readonly [number, number])[]) =>
  formulas.vancomycinAuc24OfOneLevel.compute({ ...every12(levels(...pairs)), ...given });

/** Within a part of the expected value. */
const isNear = (expected: number, part: number) =>
  expect.toSatisfy((value: number) => Math.abs(value / expected - 1) < part);

/** In mg/L at steady state in one compartment, written otherwise than the formula: a sum of single doses. */
function levelAfterManyDoses(dose: number, infusion: number, interval: number, volume: number, rate: number) {
  const ofOneDose = (hour: number): number =>
    (dose / infusion / rate / volume) * (Math.exp(-rate * (hour - infusion)) - Math.exp(-rate * hour));
  return (hour: number): number =>
    Array.from({ length: 400 }, (_, dosesAgo) => ofOneDose(hour + dosesAgo * interval)).reduce((sum, of) => sum + of);
}

describe('published examples', () => {
  test('two levels: 30 mg/L one hour after an infusion of one hour and 12 mg/L before the next dose, every 12 hours', () =>
    // A calculator by Rybak 2020: rate 0.092, half-life 7.6 hours, peak 32.9, area 501.
    expect(two([2, 30], [12, 12])).toMatchObject({
      value: expect.closeTo(501, 0),
      details: {
        eliminationRate: expect.closeTo(0.092, 3),
        halfLife: expect.closeTo(7.6, 1),
        peak: expect.closeTo(32.9, 1),
        trough: 12,
      },
      notes: ['steadyStateAssumed'],
    }));
  test('two levels: InsightRX/clinPK gives 482.1 by clearance, within 0.2 % of the trapezoids', () => {
    const details = { eliminationRate: expect.closeTo(0.12, 2) };
    expect(two([2.5, 30], [11.5, 10])).toMatchObject({ value: isNear(482.1, 0.002), details });
  });
  test('one level: InsightRX/clinPK finds a rate of 0.1 for 11.07 mg/L at 10 hours in 50 L', () =>
    expect(one(person, [10, 11.07])).toMatchObject({
      value: isNear(400, 0.01),
      details: { eliminationRate: isNear(0.1, 0.01), volume: 50 },
      isEstimate: true,
    }));
});

describe('refusals', () => {
  const refusal = (reason: 'absent' | 'outOfRange') => ({ missing: [{ input: 'vancomycinLevels', reason }] });
  test.each([
    ['one level', [[2, 30]], 'absent'],
    [
      'a level during the infusion',
      [
        [0.5, 30],
        [12, 12],
      ],
      'outOfRange',
    ],
    [
      'two levels of one time',
      [
        [6, 30],
        [6, 12],
      ],
      'outOfRange',
    ],
    [
      'a level after the next dose',
      [
        [2, 30],
        [12.5, 12],
      ],
      'outOfRange',
    ],
    [
      'levels that rise',
      [
        [2, 12],
        [12, 30],
      ],
      'outOfRange',
    ],
    [
      'three levels',
      [
        [2, 30],
        [6, 20],
        [12, 12],
      ],
      'outOfRange',
    ],
    [
      'a level that no assay gives',
      [
        [2, 300],
        [12, 12],
      ],
      'outOfRange',
    ],
  ] as const)('two levels: %s', (_, pairs, reason) => expect(two(...pairs)).toEqual(refusal(reason)));
  test.each([
    ['no level', [], 'absent'],
    [
      'two levels',
      [
        [2, 30],
        [12, 12],
      ],
      'outOfRange',
    ],
    ['a level during the infusion', [[1, 30]], 'outOfRange'],
    ['a level that no elimination gives', [[11, 0.0001]], 'outOfRange'],
  ] as const)('one level: %s', (_, pairs, reason) => expect(one(person, ...pairs)).toEqual(refusal(reason)));
  test('one level: a child', () =>
    expect(one({ ...person, age: 12 }, [10, 12])).toEqual({ missing: [{ input: 'age', reason: 'outOfRange' }] }));
});

test('a level soon after the infusion is noted', () =>
  expect(two([1.5, 30], [12, 12])).toMatchObject({ notes: ['steadyStateAssumed', 'distributionPhase'] }));

test.each([
  [90, 0.72],
  [60, 0.89],
  [10, 0.89],
  [9, 0.9],
])('a clearance of %i mL/min has %f L/kg (Matzke 1984)', (creatinineClearance, litres) =>
  expect(one({ ...person, weight: 100, creatinineClearance }, [10, 12])).toMatchObject({
    details: { volume: 100 * litres },
  }),
);

test('both ways find the area of a simulated patient: dose over clearance', () => {
  const rate = fc.double({ min: 0.04, max: 0.25, noNaN: true });
  fc.assert(
    fc.property(rate, fc.constantFrom(1, 1.5, 2), fc.constantFrom(8, 12, 24), (rate, infusion, interval) => {
      const levelAt = levelAfterManyDoses(1000, infusion, interval, 50, rate);
      const regimen = { vancomycinDose: 1000, vancomycinInterval: interval, vancomycinInfusion: infusion };
      const area = ((1000 / 50 / rate) * 24) / interval;
      const [first, last] = levels([infusion + 1, levelAt(infusion + 1)], [interval - 0.5, levelAt(interval - 0.5)]);
      const both = formulas.vancomycinAuc24.compute({ ...regimen, vancomycinLevels: [last!, first!] });
      const single = formulas.vancomycinAuc24OfOneLevel.compute({ ...person, ...regimen, vancomycinLevels: [last!] });
      // The linear trapezoid misses the bend of the rise.
      expect(both).toMatchObject({ value: isNear(area, 0.03) });
      expect(single).toMatchObject({ value: isNear(area, 1e-6) });
    }),
    { numRuns: 50 },
  );
});

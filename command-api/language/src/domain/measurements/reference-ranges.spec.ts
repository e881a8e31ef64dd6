import { expect, test } from 'vitest';
import { ADULT_DAYS, isPlausible } from './kinds.ts';
import { flagOf, rangeFor, type ReferenceRange, sampleReferenceRanges } from './reference-ranges.ts';
import { toCanonical } from './units.ts';

const ranges: ReferenceRange[] = [
  { kind: 'hemoglobin', unit: 'g/dL', sex: 'male', fromAgeDays: ADULT_DAYS, low: 14, high: 17 },
  { kind: 'hemoglobin', unit: 'g/dL', fromAgeDays: 28, toAgeDays: 60, low: 10.7, high: 17.1 },
  { kind: 'potassium', unit: 'mmol/L', low: 3.7, high: 5.2 },
];

test('a range of one sex or age is not shown for another, nor for an unknown one', () => {
  const lowOf = (sex: 'female' | 'male' | undefined, ageDays: number | undefined) =>
    rangeFor(ranges, 'hemoglobin', sex, ageDays)?.low;
  expect(lowOf('male', ADULT_DAYS)).toBe(14);
  expect(lowOf('male', ADULT_DAYS - 1)).toBeUndefined();
  expect(lowOf('female', ADULT_DAYS)).toBeUndefined();
  expect(lowOf(undefined, ADULT_DAYS)).toBeUndefined();
  expect(lowOf('male', undefined)).toBeUndefined();
  expect([27, 28, 59, 60].map((ageDays) => lowOf('female', ageDays))).toEqual([undefined, 10.7, 10.7, undefined]);
  expect(rangeFor(ranges, 'potassium', undefined, undefined)?.low).toBe(3.7);
});

test('both bounds are usual, and a range may have one only', () => {
  const potassium: ReferenceRange = { kind: 'potassium', unit: 'meq/L', low: 3.7, high: 5.2 };
  expect([3.6, 3.7, 5.2, 5.3].map((value) => flagOf(value, potassium))).toEqual(['low', null, null, 'high']);
  expect(flagOf(0.1, { kind: 'crp', unit: 'mg/L', high: 8 })).toBeNull();
  expect(flagOf(9, { kind: 'crp', unit: 'mg/L', low: 1 })).toBeNull();
});

test('a range in another unit is compared in the canonical one', () => {
  const creatinine: ReferenceRange = { kind: 'creatinine', unit: 'umol/L', low: 62, high: 115 };
  expect([0.6, 1, 1.4].map((value) => flagOf(value, creatinine))).toEqual(['low', null, 'high']);
});

test('each sample is in a unit of its kind, within plausible bounds, and never for all ages', () => {
  const wrong = sampleReferenceRanges.filter(({ kind, unit, low = 0, high = Infinity, ...ages }) => {
    const bounds = [low, high].filter((value) => value > 0 && value < Infinity);
    const isOfUnit = bounds.every((value) => isPlausible(kind, toCanonical(kind, value, unit)?.canonical ?? NaN));
    return low >= high || !isOfUnit || (ages.fromAgeDays === undefined && ages.toAgeDays === undefined);
  });
  expect(wrong).toEqual([]);
});

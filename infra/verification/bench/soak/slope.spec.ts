import { expect, test } from 'vitest';
import { slopeOf } from './slope.ts';

test('samples on a line have its slope, and no spread', () => {
  const line = [0, 1, 2, 5].map((minutes) => ({ minutes, value: 100 + 3 * minutes }));
  const { perMinute, spread } = slopeOf(line);
  expect(perMinute).toBeCloseTo(3);
  expect(spread).toBeCloseTo(0);
});

test('a saw tooth without growth has a slope within its spread', () => {
  const teeth = Array.from({ length: 120 }, (_, index) => ({ minutes: index / 6, value: 200 + (index % 5) * 10 }));
  const { perMinute, spread } = slopeOf(teeth);
  expect(spread).toBeGreaterThan(0);
  expect(Math.abs(perMinute)).toBeLessThan(2 * spread);
});

test('fewer than three samples have no slope', () => {
  expect(() =>
    slopeOf([
      { minutes: 0, value: 1 },
      { minutes: 1, value: 2 },
    ]),
  ).toThrow(RangeError);
});

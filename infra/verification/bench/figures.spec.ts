import { afterEach, expect, test, vi } from 'vitest';
import { atLeast, atMost, median, summarise } from './figures.ts';

const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
afterEach(() => {
  process.exitCode = undefined;
  printed.mockClear();
});

// Fault: a percentile of few values would lie between two of them, or beyond the last one.
test('percentiles are values that were measured', () => {
  expect(summarise([4, 1, 3, 2], 'reads')).toEqual({ count: 4, p50: 2, p95: 4, p99: 4, max: 4 });
  expect(median([3])).toBe(3);
});

// Fault: an empty measurement would pass for a quick one.
test('nothing measured is an error', () => expect(() => median([])).toThrow(RangeError));

// Fault: a run with a missed target would end like one without.
test('a missed target is said, and the run ends with 1', () => {
  atMost('p95', 25, 25);
  atLeast('rate', 0.7, 0.7, '×');
  expect(process.exitCode).toBeUndefined();
  atMost('p95', 25.1, 25);
  expect(process.exitCode).toBe(1);
  expect(printed.mock.calls.map(([text]) => String(text).slice(0, 7))).toEqual(['reached', 'reached', 'MISSED ']);
});

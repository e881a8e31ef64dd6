import { expect, test } from 'vitest';
import { atLeast, atMost, isReached, tableOf, times, verdictOf, type YardstickRow } from './table.ts';

const row: YardstickRow = {
  what: 'ward board',
  product: times({ p50: 3.14, p95: 31.4 }),
  control: '2.0 / 3.0',
  ratio: '0.55',
  checks: [atLeast('ratio', 0.55, 0.7), atMost('p95', 31.4, 25, ' ms')],
};

test('a verdict names every missed bound', () => {
  expect(verdictOf(row)).toBe('MISSED: ratio ≥ 0.7, p95 ≤ 25 ms');
  expect(isReached(row)).toBe(false);
});

test('a bound that is met exactly is reached', () => {
  const exact = { ...row, checks: [atLeast('ratio', 0.7, 0.7), atMost('p95', 25, 25)] };
  expect(verdictOf(exact)).toBe('reached');
  expect(isReached(exact)).toBe(true);
});

test('a row without a bound has no verdict and is not missed', () => {
  const told = { ...row, checks: [] };
  expect(verdictOf(told)).toBe('');
  expect(isReached(told)).toBe(true);
});

test('the table is Markdown whose columns line up', () => {
  const lines = tableOf([row, { ...row, what: 'a search with a longer name', checks: [] }]).split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[2]).toContain('| ward board');
  expect(lines[2]).toContain('3.1 / 31');
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
});

import { expect, test } from 'vitest';
import { ratesInTurns, timesInTurns, turnsOf } from './turns.ts';

test('the ratio is the median over the rounds, so that one slow round does not count', () => {
  const rounds = [
    { product: [2, 2, 50], control: [1, 1, 1] },
    { product: [3, 3, 3], control: [1, 1, 1] },
    { product: [90, 90, 90], control: [1, 1, 1] },
  ];
  expect(turnsOf('reads', rounds)).toMatchObject({ ratio: 3, control: { p50: 1, count: 9 } });
});

test('nothing measured is an error, not a ratio', () => {
  expect(() => turnsOf('reads', [])).toThrow(RangeError);
});

test('product and control take turns, and the first round does not count', async () => {
  const called: string[] = [];
  const side = (name: string, ms: number) => async () => {
    called.push(name);
    return ms;
  };
  const turns = await timesInTurns('reads', { rounds: 2, calls: 2 }, side('product', 4), side('control', 2));
  expect(called.join(' ')).toBe(Array.from({ length: 3 }, () => 'product product control control').join(' '));
  expect(turns).toMatchObject({ ratio: 2, product: { count: 4 }, control: { count: 4 } });
});

test('rates are compared over callers of the same number', async () => {
  const side = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const { product, control, ratio } = await ratesInTurns({ rounds: 1, ms: 20, width: 3 }, side, side);
  expect(product).toBeGreaterThan(0);
  expect(ratio).toBeCloseTo(product / control);
});

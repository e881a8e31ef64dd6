import { expect, test } from 'vitest';
import { inTurns, rate, timesInTurns } from './turns.ts';

// Fault: all of one side would be measured first, and what the machine does meanwhile would meet that side alone.
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

// Fault: one slow round would be the ratio.
test('the ratio is the median over the rounds', async () => {
  const [product, control] = [
    [9, 2, 3, 90],
    [9, 1, 1, 1],
  ].map((ms) => async () => ms.shift() ?? 0);
  expect(await timesInTurns('reads', { rounds: 3, calls: 1 }, product!, control!)).toMatchObject({ ratio: 3 });
});

// Fault: a warm-up would be as long as a measurement.
test('a measurement knows the warm-up', async () => {
  const warm: boolean[] = [];
  const measured = async (isWarmUp: boolean): Promise<number> => warm.push(isWarmUp);
  expect(await inTurns(2, { measured })).toEqual({ measured: [2, 3] });
  expect(warm).toEqual([true, false, false]);
});

// Fault: steps that end after the time would not count, and slow steps would seem to be none.
test('every step counts', async () => {
  let steps = 0;
  const perSecond = await rate({ workers: 3, seconds: 0 }, async () => void (steps += 1));
  expect(steps).toBe(3);
  expect(perSecond).toBeGreaterThan(0);
});

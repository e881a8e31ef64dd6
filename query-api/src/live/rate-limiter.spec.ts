import { expect, test } from 'vitest';
import { createAllowance } from './rate-limiter.ts';

test('so many in a window, and again in the next', () => {
  let now = 0;
  const allowed = createAllowance({ most: 2, windowMs: 100, now: () => now });
  expect([allowed(), allowed(), allowed()]).toEqual([true, true, false]);
  now = 99;
  expect(allowed()).toBe(false);
  now = 100;
  expect(allowed()).toBe(true);
});

import { expect, test } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

test('allows a number of messages in each window', () => {
  let now = 0;
  const allowed = createRateLimiter({ max: 2, windowMs: 100, now: () => now });
  expect([allowed(), allowed(), allowed()]).toEqual([true, true, false]);
  now = 99;
  expect(allowed()).toBe(false);
  now = 100;
  expect(allowed()).toBe(true);
});

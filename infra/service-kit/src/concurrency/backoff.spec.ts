import { expect, test } from 'vitest';
import { Backoff } from './backoff.ts';

test('waiting times double up to the maximum and start over after a success', () => {
  const backoff = new Backoff({ firstMs: 100, mostMs: 350 });
  expect([backoff.nextMs(), backoff.nextMs(), backoff.nextMs(), backoff.nextMs()]).toEqual([100, 200, 350, 350]);
  backoff.reset();
  expect(backoff.nextMs()).toBe(100);
});

test('a wait ends when its signal aborts', async () => {
  await new Backoff({ firstMs: 60_000, mostMs: 60_000 }).wait(AbortSignal.abort());
});

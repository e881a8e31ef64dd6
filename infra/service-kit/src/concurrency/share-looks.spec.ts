import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareLooks } from './share-looks.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const looksAt = (keptMs: number) => {
  const begun: { resolve(result: string): void; reject(error: Error): void }[] = [];
  const ask = shareLooks(
    () => new Promise<string>((resolve, reject) => void begun.push({ resolve, reject })),
    () => keptMs,
  );
  return { begun, ask };
};

test('all who ask while a look is under way share it, however long it takes', async () => {
  const { begun, ask } = looksAt(10);
  const first = [ask(), ask()];
  vi.advanceTimersByTime(60_000);
  const later = ask();
  expect(begun).toHaveLength(1);
  begun[0]!.resolve('one');
  expect(await Promise.all([...first, later])).toEqual(['one', 'one', 'one']);
});

test('the result is kept from the end of the look on', async () => {
  const { begun, ask } = looksAt(10);
  const first = ask();
  vi.advanceTimersByTime(1_000);
  begun[0]!.resolve('one');
  await first;
  vi.advanceTimersByTime(9);
  expect(await ask()).toBe('one');
  expect(begun).toHaveLength(1);
  vi.advanceTimersByTime(1);
  const second = ask();
  begun[1]!.resolve('two');
  expect(await second).toBe('two');
});

test('a failure is for all who wait for it, and the next one looks again', async () => {
  const { begun, ask } = looksAt(10);
  const waiting = Promise.allSettled([ask(), ask()]);
  begun[0]!.reject(new Error('away'));
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = ask();
  begun[1]!.resolve('here');
  expect(await next).toBe('here');
});

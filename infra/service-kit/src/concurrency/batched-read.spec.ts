import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBatchedRead } from './batched-read.ts';

/** Reads that the spec answers when it likes. */
function openReads() {
  const reads: { key: string; request: readonly string[]; answer: () => void; fail: () => void }[] = [];
  const ask = createBatchedRead<string, string>(
    (request, key) =>
      new Promise((answer, refuse) =>
        reads.push({
          key,
          request,
          answer: () => answer((one) => `${one} of ${key}`),
          fail: () => refuse(new Error('away')),
        }),
      ),
  );
  return { ask, reads };
}

test('requests during a read are answered together by the next read', async () => {
  const { ask, reads } = openReads();
  const first = ask('chart', 'a');
  await expect.poll(() => reads.map(({ request }) => request)).toEqual([['a']]);
  const answers = Promise.all([first, ...['b', 'c'].map((one) => ask('chart', one))]);
  reads[0]?.answer();
  await expect.poll(() => reads.map(({ request }) => request)).toEqual([['a'], ['b', 'c']]);
  reads[1]?.answer();
  expect(await answers).toEqual(['a of chart', 'b of chart', 'c of chart']);
});

test('all who ask at one moment are answered by one read; another key has its own', async () => {
  const { ask, reads } = openReads();
  const answers = Promise.all([ask('chart', 'a'), ask('list', 'b'), ask('chart', 'c')]);
  await expect
    .poll(() => reads.map(({ key, request }) => [key, ...request]))
    .toEqual([
      ['chart', 'a', 'c'],
      ['list', 'b'],
    ]);
  for (const { answer } of reads) answer();
  expect(await answers).toEqual(['a of chart', 'b of list', 'c of chart']);
});

test('after a read for several requests the next waits for more, and a single request does not wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask, reads } = openReads();
  const together = [ask('chart', 'a'), ask('chart', 'b')];
  await turn();
  reads[0]?.answer();
  await Promise.all(together);
  const late = [ask('chart', 'c'), ask('chart', 'd')];
  await turn();
  expect(reads).toHaveLength(1);
  vi.advanceTimersByTime(10);
  expect(reads.map(({ request }) => request)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  reads[1]?.answer();
  await Promise.all(late);
  await turn();
  vi.advanceTimersByTime(10);
  for (const index of [2, 3]) {
    const alone = ask('chart', 'e');
    await turn();
    reads[index]?.answer();
    expect(await alone).toBe('e of chart');
  }
});

test('after a read for several that took longer than that the next begins at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask, reads } = openReads();
  const together = [ask('chart', 'a'), ask('chart', 'b')];
  await turn();
  const next = ask('chart', 'c');
  vi.advanceTimersByTime(20);
  reads[0]?.answer();
  await Promise.all(together);
  await turn();
  expect(reads.map(({ request }) => request)).toEqual([['a', 'b'], ['c']]);
  reads[1]?.answer();
  expect(await next).toBe('c of chart');
});

test('a key without waiting requests is read at once', async () => {
  const { ask, reads } = openReads();
  const one = ask('chart', 'a');
  await expect.poll(() => reads.length).toBe(1);
  reads[0]?.answer();
  await one;
  await expect
    .poll(() => {
      void ask('chart', 'again');
      return reads.at(-1)?.request;
    })
    .toEqual(['again']);
});

test('a failed read fails its own requests and no later ones', async () => {
  const { ask, reads } = openReads();
  const first = ask('chart', 'a');
  await expect.poll(() => reads.length).toBe(1);
  const next = ask('chart', 'b');
  reads[0]?.fail();
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.answer();
  expect(await next).toBe('b of chart');
});

test('a read that never ends does not delay others', async () => {
  const { ask, reads } = openReads();
  const slow = ask('chart', 'a');
  await expect.poll(() => reads.length).toBe(1);
  const next = ask('chart', 'b');
  await expect.poll(() => reads.length, { timeout: 5_000 }).toBe(2);
  reads[1]?.answer();
  expect(await next).toBe('b of chart');
  reads[0]?.answer();
  expect(await slow).toBe('a of chart');
  expect(reads).toHaveLength(2);
});

import { expect, test } from 'vitest';
import { readTogether } from './read-together.ts';

/** Reads that the spec answers when it likes. */
function openReads() {
  const reads: { key: string; asked: readonly string[]; answer: () => void; fail: () => void }[] = [];
  const ask = readTogether<string, string>((asked, key) => new Promise((answer, refuse) => reads.push({ key, asked, answer: () => answer((one) => `${one} of ${key}`), fail: () => refuse(new Error('away')) })));
  return { ask, reads };
}

test('whoever asks while a read is under way is answered by the next, with all who came meanwhile', async () => {
  const { ask, reads } = openReads();
  const answers = Promise.all(['a', 'b', 'c'].map((one) => ask('chart', one)));
  expect(reads.map(({ asked }) => asked)).toEqual([['a']]);
  reads[0]?.answer();
  await expect.poll(() => reads.map(({ asked }) => asked)).toEqual([['a'], ['b', 'c']]);
  reads[1]?.answer();
  expect(await answers).toEqual(['a of chart', 'b of chart', 'c of chart']);
});

test('another key waits for nothing, and a key that nobody waits for any more is begun at once', async () => {
  const { ask, reads } = openReads();
  const [one] = [ask('chart', 'a'), ask('list', 'b')];
  expect(reads.map(({ key }) => key)).toEqual(['chart', 'list']);
  reads[0]?.answer();
  await one;
  await expect.poll(() => {
    void ask('chart', 'again');
    return reads.at(-1)?.asked;
  }).toEqual(['again']);
});

test('a read that fails fails for those it was for, and for nobody who came later', async () => {
  const { ask, reads } = openReads();
  const first = ask('chart', 'a');
  const next = ask('chart', 'b');
  reads[0]?.fail();
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.answer();
  expect(await next).toBe('b of chart');
});

test('a read that does not come back holds up nobody', async () => {
  const { ask, reads } = openReads();
  const slow = ask('chart', 'a');
  const next = ask('chart', 'b');
  await expect.poll(() => reads.length, { timeout: 5_000 }).toBe(2);
  reads[1]?.answer();
  expect(await next).toBe('b of chart');
  reads[0]?.answer();
  expect(await slow).toBe('a of chart');
  expect(reads).toHaveLength(2);
});

import { expect, test } from 'vitest';
import { shrink } from './shrink.ts';

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const hasAll =
  (...needed: number[]) =>
  async (part: readonly number[]): Promise<boolean> =>
    needed.every((item) => part.includes(item));

test('of a hundred items only the two that fail together are left', async () => {
  expect(await shrink(upTo(100), hasAll(17, 83), 1_000)).toMatchObject({ items: [17, 83], isSmallest: true });
});

test('a single cause is found in about as many tries as halvings', async () => {
  const { items, tries } = await shrink(upTo(128), hasAll(99), 1_000);
  expect(items).toEqual([99]);
  expect(tries).toBeLessThan(20);
});

test('a failure without any item is an empty list', async () => {
  expect(await shrink(upTo(10), async () => true, 100)).toEqual({ items: [], tries: 1, isSmallest: true });
});

test('a list of which nothing can be left out stays whole', async () => {
  expect(await shrink(upTo(5), hasAll(...upTo(5)), 1_000)).toMatchObject({ items: upTo(5), isSmallest: true });
});

test('after the last try the smallest list so far is the answer, and no part is asked about twice', async () => {
  const asked: string[] = [];
  const { items, tries, isSmallest } = await shrink(
    upTo(64),
    (part) => {
      asked.push(part.join());
      return hasAll(3, 40)(part);
    },
    12,
  );
  expect(isSmallest).toBe(false);
  expect(tries).toBe(12);
  expect(new Set(asked).size).toBe(asked.length);
  expect(items.length).toBeLessThan(64);
  expect(items).toEqual(expect.arrayContaining([3, 40]));
});

test('what cannot be judged is not swallowed', async () => {
  await expect(shrink(upTo(4), () => Promise.reject(new Error('The run has ended early')), 10)).rejects.toThrow(
    'The run has ended early',
  );
});

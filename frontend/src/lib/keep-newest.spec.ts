import { expect, test } from 'vitest';
import { keepNewest } from './keep-newest.ts';

const entry = (id: string, version: number, note: string) => ({ _id: id, version, note });
const review = (version: number, head: string, drugErrs: object[]) => ({ _id: 'r', version, head, drugErrs });

test('an older version never replaces a newer one', () => {
  expect(keepNewest(entry('a', 3, 'new'), entry('a', 2, 'old'))).toEqual(entry('a', 3, 'new'));
  expect(keepNewest(entry('a', 3, 'new'), entry('b', 0, 'another thing'))).toEqual(entry('b', 0, 'another thing'));
});
test('head and entries of a review go each by their own version', () => {
  const held = [review(1, 'head', [entry('e1', 5, 'newest'), entry('e2', 1, 'two')])];
  const read = [review(2, 'new head', [entry('e1', 4, 'older'), entry('e3', 6, 'three')])];
  expect(keepNewest(held, read)).toEqual([review(2, 'new head', [entry('e1', 5, 'newest'), entry('e3', 6, 'three')])]);
});
test('what has not changed stays the same object', () => {
  const held = [entry('a', 1, 'x')];
  expect(keepNewest(held, [entry('a', 1, 'x')])).toBe(held);
});

import { expect, test } from 'vitest';
import { inOrderOf, moveTo, indexAt } from './use-reorder.ts';

test('a medication moved up or down shifts the ones between', () => {
  expect(moveTo(['a', 'b', 'c', 'd'], 'd', 1)).toEqual(['a', 'd', 'b', 'c']);
  expect(moveTo(['a', 'b', 'c', 'd'], 'a', 2)).toEqual(['b', 'c', 'a', 'd']);
});
test('a move beyond an end stops at that end', () => {
  expect(moveTo(['a', 'b'], 'a', -1)).toEqual(['a', 'b']);
  expect(moveTo(['a', 'b'], 'a', 9)).toEqual(['b', 'a']);
});
test('a medication that a teammate has deleted cannot be moved', () => {
  expect(moveTo(['a', 'b'], 'gone', 0)).toEqual(['a', 'b']);
});
test('while one sorts, a teammate’s new medication comes last and a deleted one is left out', () => {
  const items = ['a', 'b', 'new'].map((_id) => ({ _id }));
  expect(inOrderOf(items, ['b', 'gone', 'a']).map(({ _id }) => _id)).toEqual(['b', 'a', 'new']);
  expect(inOrderOf(items, undefined)).toEqual(items);
});
test('a medication dragged over the middle of a row takes its place', () => {
  const middles = [20, 60, 100];
  expect([10, 30, 70, 200].map((y) => indexAt(middles, y))).toEqual([0, 1, 2, 3]);
});

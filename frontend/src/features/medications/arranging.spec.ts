import { expect, test } from 'vitest';
import { inOrderOf, moveTo, indexAt } from './arranging.ts';

test('a medication moved up or down changes places with those between', () => {
  expect(moveTo(['a', 'b', 'c', 'd'], 'd', 1)).toEqual(['a', 'd', 'b', 'c']);
  expect(moveTo(['a', 'b', 'c', 'd'], 'a', 2)).toEqual(['b', 'c', 'a', 'd']);
});
test('beyond the ends it stays at the end', () => {
  expect(moveTo(['a', 'b'], 'a', -1)).toEqual(['a', 'b']);
  expect(moveTo(['a', 'b'], 'a', 9)).toEqual(['b', 'a']);
});
test('what a teammate has deleted meanwhile cannot be moved', () => {
  expect(moveTo(['a', 'b'], 'gone', 0)).toEqual(['a', 'b']);
});
test('what a teammate adds while one sorts stands at the end, and what they delete is left out', () => {
  const items = ['a', 'b', 'new'].map((_id) => ({ _id }));
  expect(inOrderOf(items, ['b', 'gone', 'a']).map(({ _id }) => _id)).toEqual(['b', 'a', 'new']);
  expect(inOrderOf(items, undefined)).toEqual(items);
});
test('dragged over the middle of a row, it takes that row’s place', () => {
  const middles = [20, 60, 100];
  expect([10, 30, 70, 200].map((y) => indexAt(middles, y))).toEqual([0, 1, 2, 3]);
});

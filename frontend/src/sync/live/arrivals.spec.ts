import { expect, test } from 'vitest';
import { arrivalsSince } from './arrivals.ts';

const before = new Map([
  ['review:1', 3],
  ['entry:7', 5],
]);

test('the first state of a list has no arrivals', () => {
  expect(arrivalsSince(undefined, [{ id: 'review:1', version: 3 }]).size).toBe(0);
});
test('a new item is added, a newer version is changed, and an equal item is no arrival', () => {
  const now = [
    { id: 'review:1', version: 3 },
    { id: 'entry:7', version: 6 },
    { id: 'entry:8', version: 9 },
  ];
  expect([...arrivalsSince(before, now)]).toEqual([
    ['entry:7', 'changed'],
    ['entry:8', 'added'],
  ]);
});
test('an older version is no arrival', () => {
  expect(arrivalsSince(before, [{ id: 'entry:7', version: 4 }]).size).toBe(0);
});

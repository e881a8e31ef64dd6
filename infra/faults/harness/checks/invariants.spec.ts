import { expect, test } from 'vitest';
import { countFaults } from './invariants.ts';

const chart = (reviews: number, notes: number) => ({
  details: { reviewsCount: 1, notesCount: 2 },
  reviews: Array.from({ length: reviews }, () => ({})),
  notes: Array.from({ length: notes }, () => ({})),
});

test('a chart that counts what it lists is no fault', () => {
  expect(countFaults('a', chart(1, 2))).toEqual([]);
});
test('a chart that counts more or less than it lists is found', () => {
  expect(countFaults('a', chart(2, 2))).toEqual(['a says that it has 1 reviews, and lists 2']);
  expect(countFaults('a', chart(1, 1))).toEqual(['a says that it has 2 notes, and lists 1']);
});

import { expect, test } from 'vitest';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { entry, mona, note, review } from '../../testing/hospital.ts';
import { arrivalItems, arrivalNewsOf } from './arrival-news.tsx';

const items = arrivalItems(
  [review('r1', '2026-03-02', mona, [entry('e1', 'Marevan'), entry('e2', 'Clexane')])],
  [note],
);
const arrived = (...ids: string[]) => new Map<string, Arrival>(ids.map((id) => [id, 'added']));

test('the news of an entry names its author, its drug and its review', () => {
  expect(arrivalNewsOf(items, arrived('entry:e1'), 'me')?.text).toBe(
    'Mona X added Marevan to the review of 2026-03-02',
  );
});
test('a review that comes with its entries is one piece of news', () => {
  expect(arrivalNewsOf(items, arrived('review:r1', 'entry:e1', 'entry:e2'), 'me')).toMatchObject({
    text: 'Mona X added a review of 2026-03-02',
    item: { id: 'review:r1' },
  });
});
test('several at once are one sentence', () => {
  expect(arrivalNewsOf(items, arrived('entry:e1', 'entry:e2', 'note:n1'), 'me')?.text).toBe(
    'Mona X added Marevan to the review of 2026-03-02, and 2 more',
  );
});
test('a person’s own additions and mere changes are no news', () => {
  expect(arrivalNewsOf(items, arrived('entry:e1'), mona._id)).toBeUndefined();
  expect(arrivalNewsOf(items, new Map([['entry:e1', 'changed' as const]]), 'me')).toBeUndefined();
});

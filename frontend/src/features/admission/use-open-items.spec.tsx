import type { Review } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { reviewsWithDrafts } from './use-open-items.ts';

const review = (id: string, ...entries: string[]) =>
  ({ _id: id, drugErrs: entries.map((_id) => ({ _id })) }) as unknown as Review;
const reviews = [review('7.a', 'e1'), review('7.b', 'e2'), review('7.c')];

test('a draft of a head, of an entry or of a new entry opens its review', () => {
  expect(reviewsWithDrafts(reviews, ['review:7.a'])).toEqual(['7.a']);
  expect(reviewsWithDrafts(reviews, ['entry:e2'])).toEqual(['7.b']);
  expect(reviewsWithDrafts(reviews, ['new:7.c:0', 'new:7.c:1'])).toEqual(['7.c']);
});

test('a draft of something that is not in a review opens none', () => {
  expect(reviewsWithDrafts(reviews, ['new-review', 'new-note', 'entry:gone'])).toEqual([]);
});

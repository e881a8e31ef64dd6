import { expect, test } from 'vitest';
import { deedOf } from './deed.ts';

test('an event has the words of its type', () => {
  expect(deedOf({ type: 'ReviewHeadEdited', of: 'review:1' })).toBe('changed the review');
});
test('an entry that came with its review says so', () => {
  expect(deedOf({ type: 'ReviewDuplicated', of: 'entry:1' })).toBe('copied it with the review');
  expect(deedOf({ type: 'ReviewDuplicated', of: 'review:1' })).toBe('duplicated a review into this one');
  expect(deedOf({ type: 'ErrorRated', of: 'entry:1' })).toBe('rated the entry');
});
test('a type of a newer server is split into words', () => {
  expect(deedOf({ type: 'ReviewSharedElsewhere', of: 'review:1' })).toBe('review shared elsewhere');
});

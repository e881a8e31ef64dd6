import { expect, test } from 'vitest';
import { eventVerbOf } from './event-verb.ts';

test('an event has the words of its type', () => {
  expect(eventVerbOf({ type: 'ReviewHeadEdited', of: 'review:1' })).toBe('changed the review');
});
test('an entry that came with its review says so', () => {
  expect(eventVerbOf({ type: 'ReviewDuplicated', of: 'entry:1' })).toBe('copied it with the review');
  expect(eventVerbOf({ type: 'ReviewDuplicated', of: 'review:1' })).toBe('duplicated a review into this one');
  expect(eventVerbOf({ type: 'ErrorRated', of: 'entry:1' })).toBe('rated the entry');
});
test('a type of a newer server is split into words', () => {
  expect(eventVerbOf({ type: 'ReviewSharedElsewhere', of: 'review:1' })).toBe('review shared elsewhere');
});

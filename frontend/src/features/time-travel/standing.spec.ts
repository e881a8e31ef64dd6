import { expect, test } from 'vitest';
import { standingOf } from './standing.ts';

test('each change leads to where its thing stands on the chart', () => {
  expect(standingOf({ of: 'entry:e1', in: 'review:a1.r1' })).toEqual({
    tab: 'reviews',
    holder: 'a1.r1',
    item: 'entry-e1',
  });
  expect(standingOf({ of: 'review:a1.r1' })).toEqual({ tab: 'reviews', holder: 'a1.r1', item: 'review-a1.r1' });
  expect(standingOf({ of: 'note:a1.n1' })).toMatchObject({ tab: 'notes', holder: 'a1.n1' });
  expect(
    [standingOf({ of: 'medication:m1' }), standingOf({ of: 'medications:a1' }), standingOf({ of: 'gallery:g1' })].map(
      ({ tab, item }) => [tab, item],
    ),
  ).toEqual([
    ['medication', 'medication-m1'],
    ['medication', undefined],
    ['gallery', 'gallery-g1'],
  ]);
  expect(standingOf({ of: 'admission:a1' })).toEqual({ tab: undefined, holder: undefined, item: 'stay' });
});

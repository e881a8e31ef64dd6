import { expect, test } from 'vitest';
import { chartLocationOf } from './past-chart.tsx';

test('each change leads to the place of its thing on the chart', () => {
  expect(chartLocationOf({ of: 'entry:e1', in: 'review:a1.r1' })).toEqual({
    tab: 'reviews',
    parent: 'a1.r1',
    item: 'entry-e1',
  });
  expect(chartLocationOf({ of: 'review:a1.r1' })).toEqual({ tab: 'reviews', parent: 'a1.r1', item: 'review-a1.r1' });
  expect(chartLocationOf({ of: 'note:a1.n1' })).toMatchObject({ tab: 'notes', parent: 'a1.n1' });
  expect(
    [
      chartLocationOf({ of: 'medication:m1' }),
      chartLocationOf({ of: 'medications:a1' }),
      chartLocationOf({ of: 'gallery:g1' }),
    ].map(({ tab, item }) => [tab, item]),
  ).toEqual([
    ['medication', 'medication-m1'],
    ['medication', undefined],
    ['gallery', 'gallery-g1'],
  ]);
  expect(chartLocationOf({ of: 'admission:a1' })).toEqual({ tab: undefined, parent: undefined, item: 'stay' });
});

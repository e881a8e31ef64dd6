import { expect, test } from 'vitest';
import { queryKeys, queryKeysOfStream, queryKeysOfChange } from './query-keys.ts';

// Which event reaches which screen stands in live-everywhere.spec.ts.

test('what lies in an admission is found by the stream', () => {
  const old = queryKeysOfChange({
    stream: 'admission-7',
    touched: ['review:7_r1', 'entry:e1', 'medication:m1', 'medication:m2'],
  });
  expect(old).toEqual(
    expect.arrayContaining([queryKeys.reviewsOf('7'), queryKeys.medicationsOf('7'), queryKeys.chartNews('7')]),
  );
  expect(new Set(old.map((key) => JSON.stringify(key))).size).toBe(old.length);
});
test('the admission alone stands for all that is in it: more has changed than a note can say', () => {
  expect(queryKeysOfChange({ stream: 'admission-7', touched: ['admission:7'] })).toEqual(
    queryKeysOfStream('admission-7'),
  );
});
test('ids may hold colons', () => {
  expect(queryKeysOfChange({ stream: 'team-a:b', touched: ['team:a:b'] })).toEqual(
    expect.arrayContaining([queryKeys.team('a:b'), queryKeys.teams]),
  );
});
test('a stream that no screen shows makes nothing old', () => {
  expect(queryKeysOfStream('access-1-2026-01')).toEqual([]);
});

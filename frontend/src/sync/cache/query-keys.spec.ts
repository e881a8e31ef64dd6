import { expect, test } from 'vitest';
import { queryKeys, queryKeysOfChange, queryKeysOfStream } from './query-keys.ts';

// The screens of each event are in live-everywhere.spec.ts.

test('data of an admission is found by the stream', () => {
  const keys = queryKeysOfChange({
    stream: 'admission-7',
    touched: ['review:7_r1', 'entry:e1', 'medication:m1', 'medication:m2'],
  });
  expect(keys).toEqual(
    expect.arrayContaining([queryKeys.reviewsOf('7'), queryKeys.medicationsOf('7'), queryKeys.chartNews('7')]),
  );
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
});
test('the tag of the admission alone means all data of its stream', () => {
  expect(queryKeysOfChange({ stream: 'admission-7', touched: ['admission:7'] })).toEqual(
    queryKeysOfStream('admission-7'),
  );
});
test('ids may contain colons', () => {
  expect(queryKeysOfChange({ stream: 'team-a:b', touched: ['team:a:b'] })).toEqual(
    expect.arrayContaining([queryKeys.team('a:b'), queryKeys.teams]),
  );
});
test('a stream that no screen shows has no keys', () => {
  expect(queryKeysOfStream('access-1-2026-01')).toEqual([]);
});

import { expect, test } from 'vitest';
import { keys, keysOfStream, keysTouchedBy } from './query-keys.ts';

test('a new review makes the reviews of its admission old, found by the stream', () => {
  expect(keysTouchedBy({ stream: 'admission-7', touched: ['review:7_r1', 'entry:e1'] })).toEqual([keys.reviewsOf('7')]);
});
test('an admission touches itself, its patient’s list and the ward', () => {
  expect(keysTouchedBy({ stream: 'admission-7', touched: ['admission:7'] })).toEqual([keys.admission('7'), ['admissions'], ['patients']]);
});
test('medications and images are found by the stream as well', () => {
  expect(keysTouchedBy({ stream: 'admission-7', touched: ['medication:m1', 'medication:m2'] })).toEqual([keys.medicationsOf('7')]);
  expect(keysTouchedBy({ stream: 'admission-7', touched: ['gallery:g1'] })).toEqual([keys.admission('7')]);
});
test('the medication dashboard is old whenever the reviews are', () => {
  expect(keys.medicationDashboard('7').slice(0, 2)).toEqual([...keys.reviewsOf('7')]);
});
test('ids may hold colons', () => {
  expect(keysTouchedBy({ stream: 'team-a:b', touched: ['team:a:b'] })).toEqual([keys.team('a:b'), keys.teams]);
});
test('a moved stream makes everything old that shows it', () => {
  expect(keysOfStream('admission-7')).toEqual(expect.arrayContaining([keys.admission('7'), keys.reviewsOf('7'), keys.notesOf('7'), keys.medicationsOf('7')]));
  expect(keysOfStream('catalogue')).toEqual([keys.errorTypes, keys.tags, keys.drugs]);
  expect(keysOfStream('access-1-2026-01')).toEqual([]);
});

import { expect, test } from 'vitest';
import {
  comparedInstants,
  isComplete,
  noCriteria,
  readCriteria,
  type ReportCriteria,
  wholeMonth,
  writeCriteria,
} from './report-criteria.ts';

const march: ReportCriteria = { type: 2, startDate: '2026-03-01', endDate: '2026-03-31' };

test('a report needs its dates in order, and the recurrent admissions need none', () => {
  expect(isComplete(noCriteria)).toBe(false);
  expect(isComplete({ ...march, endDate: '' })).toBe(false);
  expect(isComplete(march)).toBe(true);
  expect(isComplete({ ...noCriteria, type: 4 })).toBe(true);
  expect(isComplete({ ...march, endDate: '2026-02-28' })).toBe(false);
});
test('what was typed and is no date makes no report', () => {
  expect(isComplete({ ...march, startDate: '1/3/202' })).toBe(false);
  expect(isComplete({ ...march, endDate: '2026-02-30' })).toBe(false);
});
test('the address holds the criteria', () => {
  expect(readCriteria(writeCriteria(march))).toEqual(march);
  expect(writeCriteria({ ...march, type: 4 }).toString()).toBe('type=4');
  expect(readCriteria(new URLSearchParams('type=99'))).toEqual(noCriteria);
});
test('an instant has to be chosen, and to be past', () => {
  const [then, later] = ['2026-03-12T09:40:00.000Z', '2026-03-20T09:40:00.000Z'];
  expect(isComplete({ ...march, asOf: '' })).toBe(false);
  expect(isComplete({ ...march, asOf: then })).toBe(true);
  expect(isComplete({ ...march, asOf: '2999-01-01T00:00:00.000Z' })).toBe(false);
  expect(isComplete({ ...march, asOf: then, against: '' })).toBe(false);
  expect(isComplete({ ...march, asOf: then, against: later })).toBe(true);
  expect(readCriteria(writeCriteria({ ...march, asOf: then, against: later }))).toEqual({
    ...march,
    asOf: then,
    against: later,
  });
  expect(readCriteria(new URLSearchParams('type=4&asOf=yesterday'))).toEqual({ ...noCriteria, type: 4, asOf: '' });
  expect(readCriteria(new URLSearchParams(`type=4&against=${later}`))).toEqual({ ...noCriteria, type: 4 });
  expect(comparedInstants({ ...march, asOf: later, against: then })).toEqual({ earlier: then, later });
  expect(comparedInstants({ ...march, asOf: then })).toBeUndefined();
});
test('a month has its first and its last day, over the turn of a year and in a leap year', () => {
  expect(wholeMonth('2026-01-15', 1)).toEqual({ startDate: '2025-12-01', endDate: '2025-12-31' });
  expect(wholeMonth('2024-02-10', 0)).toEqual({ startDate: '2024-02-01', endDate: '2024-02-29' });
});

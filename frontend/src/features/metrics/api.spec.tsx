import { expect, test } from 'vitest';
import { lastThreeMonths } from './api.ts';

test('the periods are this month and the two before it, whole, also across a new year and in a leap year', () => {
  expect(lastThreeMonths('2028-03-31')).toEqual([
    { month: '2028-03', startDate: '2028-03-01', endDate: '2028-03-31' },
    { month: '2028-02', startDate: '2028-02-01', endDate: '2028-02-29' },
    { month: '2028-01', startDate: '2028-01-01', endDate: '2028-01-31' },
  ]);
  expect(lastThreeMonths('2026-01-05').map(({ startDate, endDate }) => `${startDate} ${endDate}`)).toEqual([
    '2026-01-01 2026-01-31',
    '2025-12-01 2025-12-31',
    '2025-11-01 2025-11-30',
  ]);
});

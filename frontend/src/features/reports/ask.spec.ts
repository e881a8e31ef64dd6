import { expect, test } from 'vitest';
import { instantsOf, isComplete, isInOrder, monthBack, nothingAsked, readAsk, writeAsk, type Ask } from './ask.ts';

const march: Ask = { type: 2, startDate: '2026-03-01', endDate: '2026-03-31' };

test('a report needs its dates, in order; the recurrent admissions need none', () => {
  expect(isComplete(nothingAsked)).toBe(false);
  expect(isComplete({ ...march, endDate: '' })).toBe(false);
  expect(isComplete(march)).toBe(true);
  expect(isComplete({ ...nothingAsked, type: 4 })).toBe(true);
  expect(isComplete({ ...march, endDate: '2026-02-28' })).toBe(false);
  expect(isInOrder({ ...march, endDate: '2026-02-28' })).toBe(false);
});
test('a year that is still being typed is no date', () => {
  expect(isComplete({ ...march, startDate: '0202-03-01' })).toBe(false);
  expect(isInOrder({ ...march, endDate: '0202-03-01' })).toBe(true);
});
test('what is asked goes through the address and back', () => {
  expect(readAsk(writeAsk(march))).toEqual(march);
  expect(writeAsk({ ...march, type: 4 }).toString()).toBe('type=4');
  expect(readAsk(new URLSearchParams('type=9'))).toEqual(nothingAsked);
});
test('an instant that is wanted has to be said, and to be over', () => {
  const [then, later] = ['2026-03-12T09:40:00.000Z', '2026-03-20T09:40:00.000Z'];
  expect(isComplete({ ...march, asOf: '' })).toBe(false);
  expect(isComplete({ ...march, asOf: then })).toBe(true);
  expect(isComplete({ ...march, asOf: '2999-01-01T00:00:00.000Z' })).toBe(false);
  expect(isComplete({ ...march, asOf: then, against: '' })).toBe(false);
  expect(isComplete({ ...march, asOf: then, against: later })).toBe(true);
  expect(readAsk(writeAsk({ ...march, asOf: then, against: later }))).toEqual({ ...march, asOf: then, against: later });
  expect(readAsk(new URLSearchParams('type=4&asOf=yesterday'))).toEqual({ ...nothingAsked, type: 4, asOf: '' });
  expect(readAsk(new URLSearchParams(`type=4&against=${later}`))).toEqual({ ...nothingAsked, type: 4 });
  expect(instantsOf({ ...march, asOf: later, against: then })).toEqual({ earlier: then, later });
  expect(instantsOf({ ...march, asOf: then })).toBeUndefined();
});
test('months are whole, over the turn of a year and in a leap year', () => {
  expect(monthBack('2026-01-15', 1)).toEqual({ startDate: '2025-12-01', endDate: '2025-12-31' });
  expect(monthBack('2024-02-10', 0)).toEqual({ startDate: '2024-02-01', endDate: '2024-02-29' });
});

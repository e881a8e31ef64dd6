import { calendarDate } from 'language/domain/values/calendar-date';
import { expect, test } from 'vitest';
import { ordersIn, readDate, readTime } from './dates.ts';

const today = calendarDate('2026-11-30');

test.each([
  ['2026-11-30', '2026-11-30'],
  ['2026/1/5', '2026-01-05'],
  ['20261130', '2026-11-30'],
  ['30/11/2026', '2026-11-30'],
  ['11/30/2026', '2026-11-30'],
  ['30-11-26', '2026-11-30'],
  ['30-11-27', '1927-11-30'],
  ['30.11.2026', '2026-11-30'],
  ['٣٠/١١/٢٠٢٦', '2026-11-30'],
  ['\u200f٣٠ / ١١ / ٢٠٢٦\u200f', '2026-11-30'],
  ['5/5/2026', '2026-05-05'],
  ['30 Nov 2026', '2026-11-30'],
  ['30-Nov-26', '2026-11-30'],
  ['30NOV2026', '2026-11-30'],
  ['November 30, 2026', '2026-11-30'],
  ['٣٠ نوفمبر ٢٠٢٦', '2026-11-30'],
  ['30 تشرين الثاني 2026', '2026-11-30'],
  ['30/11/2026 14:05', '2026-11-30'],
  ['2026-11-30T14:05:00Z', '2026-11-30'],
  ['46356', '2026-11-30'],
  ['46356.75', '2026-11-30'],
] as const)('%s is %s without a question', (text, date) => {
  expect(readDate(text, undefined, today)).toEqual({ date });
});

test.each(['5/6/2026', '05-06-26', '١/٢/٢٠٢٦', '01.02.1990'])('%s is not guessed: the order decides it', (text) => {
  expect(readDate(text, undefined, today)).toEqual({ refused: 'date-order-unknown' });
  const [dmy, mdy] = [readDate(text, 'dmy', today), readDate(text, 'mdy', today)];
  expect(dmy).toHaveProperty('date');
  expect(mdy).toHaveProperty('date');
  expect(dmy).not.toEqual(mdy);
});

test.each([
  '11/30/2026',
  '31/02/2026',
  '2026-13-01',
  '1207',
  '2026',
  'yesterday',
  '30/11',
  '0',
  '99999',
  '12/12/12/12',
])('%s is no date where the day comes first', (text) => {
  expect(readDate(text, 'dmy', today)).toEqual({ refused: 'date-not-understood' });
});

const column = (...texts: string[]) =>
  ordersIn(
    texts.map((text, at) => ({ row: at + 2, text })),
    today,
  );
test('a column says which row decides the order of its dates, or that a person must', () => {
  expect(column('5/6/2026', '', '7/8/2026')).toEqual({ order: 'either' });
  expect(column('5/6/2026', '30/11/2026')).toEqual({ order: 'dmy', row: 3 });
  expect(column('5/6/2026', '11/30/2026')).toEqual({ order: 'mdy', row: 3 });
  expect(column('30/11/2026', '11/30/2026')).toEqual({ order: 'both' });
  expect(column('5/5/2026', '2026-11-30', '46356', 'text')).toBeUndefined();
});

test.each([
  ['14:05', '14:05'],
  ['2:05 PM', '14:05'],
  ['12:30 am', '00:30'],
  ['٢:٠٥ م', '14:05'],
  ['30/11/2026 08:15', '08:15'],
  ['2026-11-30T14:05:00Z', '14:05'],
  ['0.75', '18:00'],
  ['46356.5', '12:00'],
  ['25:00', undefined],
  ['30/11/2026', undefined],
  ['1.75', undefined],
])('the time of %s is %s', (text, time) => {
  expect(readTime(text)).toBe(time);
});

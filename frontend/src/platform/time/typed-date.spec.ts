import { calendarDate } from 'language/domain/values/calendar-date';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateProblemText, fieldDate, fieldTime, moveDate, readDate } from './typed-date.ts';

describe('a date is read with the year first, or with the day before the month and the year last', () => {
  test.each([
    ['1960-03-02'],
    ['1960-3-2'],
    ['1960/3/2'],
    ['1960.03.02'],
    ['1960 3 2'],
    ['19600302'],
    ['2/3/1960'],
    ['02/03/1960'],
    ['02.03.1960'],
    ['02-03-1960'],
    ['2 3 1960'],
    ['2,3,1960'],
    ['2 / 3 / 1960'],
    ['2/3-1960'],
    ['2\\3\\1960'],
    ['2_3_1960'],
    ['2–3–1960'],
    ['2−3−1960'],
    [' 2/3/1960 '],
    ['٢/٣/١٩٦٠'],
    ['١٩٦٠-٠٣-٠٢'],
    ['١٩٦٠٠٣٠٢'],
    ['۲/۳/۱۹۶۰'],
    ['٢/3/1960'],
    ['٢٫٣٫١٩٦٠'],
    ['٢،٣،١٩٦٠'],
    ['٢؍٣؍١٩٦٠'],
    ['\u20681960-03-02\u2069'],
    ['\u200f2/3/1960\u200e'],
  ])('%s', (text) => expect(readDate(text)).toEqual({ date: '1960-03-02' }));
});

test('the last days of months are dates', () => {
  expect(['31/12/2025', '29/2/2024', '2024-02-29', '20240229', '30-4-2026'].map(fieldDate)).toEqual([
    '2025-12-31',
    '2024-02-29',
    '2024-02-29',
    '2024-02-29',
    '2026-04-30',
  ]);
});

test('the day is never read as the month', () => {
  expect(readDate('3/2/1960')).toEqual({ date: '1960-02-03' });
  expect(readDate('3/13/1960')).toEqual({ problem: { kind: 'noSuchMonth', month: '13' } });
  expect(readDate('12/31/2025').problem).toEqual({ kind: 'noSuchMonth', month: '31' });
});

test.each([['2/3/60'], ['60-3-2'], ['2/3/196'], ['196-3-2'], ['02.03.0060'], ['0060-03-02'], ['02031960'], ['1/2/3']])(
  '%s has no year of four digits',
  (text) => expect(readDate(text)).toEqual({ problem: { kind: 'yearDigits' } }),
);

test.each([
  ['2026-02-30', '2026-02-30'],
  ['30/2/2026', '2026-02-30'],
  ['29/2/2025', '2025-02-29'],
  ['31.4.2026', '2026-04-31'],
  ['0/3/2026', '2026-03-00'],
  ['1/0/2026', '2026-00-01'],
  ['2026-13-01', '2026-13-01'],
  ['20261301', '2026-13-01'],
  ['12031960', '1203-19-60'],
])('%s is no date of the calendar', (text, date) =>
  expect(readDate(text)).toEqual({ problem: { kind: 'noSuchDate', date } }),
);

test.each([
  ['tomorrow'],
  ['2 Mar 1960'],
  ['2/3'],
  ['1960-03'],
  ['1960-03-'],
  ['1960-03-0२'],
  ['3/1960/2'],
  ['1960-003-02'],
  ['1960-03-1960'],
  ['2/3/19600'],
  ['2026-03-02T10:00'],
  ['2/3/1960 2'],
  ['196003'],
  ['1960030'],
  ['196003021'],
  ['-'],
  [''],
  ['1e3-03-02'],
])('“%s” is not readable', (text) => expect(readDate(text)).toEqual({ problem: { kind: 'unreadable' } }));

test('every date is read from each way to write it, and no text throws', () => {
  const day = fc.date({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.constantFrom('-', '/', '.', ' ', ', '), (at, between) => {
      const date = at.toISOString().slice(0, 10);
      const [year = '', month = '', dayOfMonth = ''] = date.split('-');
      for (const text of [
        [year, month, dayOfMonth].join(between),
        [dayOfMonth, month, year].join(between),
        [Number(dayOfMonth), Number(month), year].join(between),
        `${year}${month}${dayOfMonth}`,
      ])
        expect(readDate(text)).toEqual({ date });
    }),
    { numRuns: 200 },
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { date } = readDate(text);
      expect(fieldDate(text)).toBe(date ?? (text.trim() === '' ? '' : text));
    }),
  );
});

test('a field holds the date, or what was typed', () => {
  expect(['2/3/1960', '2/3/60', '30/2/2026', ' '].map(fieldDate)).toEqual(['1960-03-02', '2/3/60', '30/2/2026', '']);
});

test('each problem has a sentence', () => {
  expect(dateProblemText('someday')).toBe('Write the date like 1960-03-02 or 2/3/1960 (day, month, year).');
  expect(dateProblemText('2/3/60')).toBe('Write the year with four digits.');
  expect(dateProblemText('3/13/1960')).toBe('There is no month 13: write the day before the month.');
  expect(dateProblemText('30/2/2026')).toBe('2026-02-30 is not a valid date.');
  expect(dateProblemText('1/3/2026', { min: '2026-03-02' })).toBe('No date before 2026-03-02 is possible here.');
  expect(dateProblemText('3/3/2026', { max: '2026-03-02' })).toBe('No date after 2026-03-02 is possible here.');
  expect(dateProblemText('2/3/2026', { min: '2026-03-02', max: '2026-03-02' })).toBeUndefined();
  expect(dateProblemText('2/3/2026', { min: '', max: '2/3/20' })).toBeUndefined();
  expect(dateProblemText('  ')).toBeUndefined();
});

test('a date moves by days, months and years, and stays within its bounds', () => {
  const from = (date: string) => calendarDate(date);
  expect(moveDate(from('2026-02-28'), { days: 1 })).toBe('2026-03-01');
  expect(moveDate(from('2026-01-01'), { days: -1 })).toBe('2025-12-31');
  expect(moveDate(from('2026-01-31'), { months: 1 })).toBe('2026-02-28');
  expect(moveDate(from('2026-01-31'), { months: -2 })).toBe('2025-11-30');
  expect(moveDate(from('2024-02-29'), { months: 12 })).toBe('2025-02-28');
  expect(moveDate(from('2026-01-15'), { months: -12 })).toBe('2025-01-15');
  expect(moveDate(from('2026-03-02'), { days: 1 }, { max: '2026-03-02' })).toBe('2026-03-02');
  expect(moveDate(from('2026-03-02'), { months: -1 }, { min: '2026-02-20' })).toBe('2026-02-20');
});

test('a time of day is read, and any other text stays', () => {
  expect(['9:40', '09:40', '0940', '9.40', ' 9 40 ', '٩:٤٠', '۰۹۴۰', '٩٫٤٠'].map(fieldTime)).toEqual(
    Array.from({ length: 8 }, () => '09:40'),
  );
  expect(['23:59', '00:00', '24:00', '9:60', '9:4', '940', 'noon', ''].map(fieldTime)).toEqual([
    '23:59',
    '00:00',
    '24:00',
    '9:60',
    '9:4',
    '940',
    'noon',
    '',
  ]);
});

import { describe, expect, test } from 'vitest';
import {
  addDays,
  CalendarDate,
  calendarDate,
  calendarDateIn,
  daysBetween,
  elapsed,
  toAsciiDigits,
} from './calendar-date.ts';

describe('a calendar date', () => {
  test('is a real day, written YYYY-MM-DD', () => {
    for (const day of ['2026-03-10', '2024-02-29', '2000-02-29', '1999-12-31']) expect(calendarDate(day)).toBe(day);
    const noDays = ['2026-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00'];
    const notWrittenSo = ['10/03/2026', '2026-3-1', '2026-03-10T00:00:00Z', '', 'today'];
    expect([...noDays, ...notWrittenSo].filter((text) => CalendarDate.safeParse(text).success)).toEqual([]);
  });
  test('may be typed with Arabic-Indic or Persian digits', () => {
    expect(calendarDate(' ٢٠٢٦-٠٣-١٠ ')).toBe('2026-03-10');
    expect(calendarDate('۲۰۲۶-۰۳-۱۰')).toBe('2026-03-10');
    expect(toAsciiDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ 12')).toBe('0123456789 0123456789 12');
  });
  test('goes over the ends of months and years', () => {
    expect(addDays(calendarDate('2026-02-28'), 1)).toBe('2026-03-01');
    expect(addDays(calendarDate('2024-02-28'), 1)).toBe('2024-02-29');
    expect(addDays(calendarDate('2025-12-31'), 1)).toBe('2026-01-01');
    expect(addDays(calendarDate('2026-03-01'), -1)).toBe('2026-02-28');
  });
  test('counts whole days, also over a change of the clocks, and back', () => {
    expect(daysBetween(calendarDate('2026-04-23'), calendarDate('2026-04-25'))).toBe(2);
    expect(daysBetween(calendarDate('2024-02-28'), calendarDate('2024-03-01'))).toBe(2);
    expect(daysBetween(calendarDate('2026-03-10'), calendarDate('2026-03-01'))).toBe(-9);
  });
  test('of an instant is that of the time zone', () => {
    const lateEvening = new Date('2026-03-09T22:30:00Z');
    expect(calendarDateIn('Africa/Cairo', lateEvening)).toBe('2026-03-10');
    expect(calendarDateIn('UTC', lateEvening)).toBe('2026-03-09');
  });
});

describe('elapsed time, as a person would count it', () => {
  const between = (from: string, to: string) => {
    const { years, months, days } = elapsed(calendarDate(from), calendarDate(to));
    return [years, months, days];
  };
  test('is nothing on the same day', () => expect(between('2026-03-10', '2026-03-10')).toEqual([0, 0, 0]));
  test('counts days within a month', () => expect(between('2026-03-01', '2026-03-31')).toEqual([0, 0, 30]));
  test('completes a month and a year on the same day of the month', () => {
    expect(between('2026-01-15', '2026-02-14')).toEqual([0, 0, 30]);
    expect(between('2026-01-15', '2026-02-15')).toEqual([0, 1, 0]);
    expect(between('1990-03-11', '2026-03-10')).toEqual([35, 11, 27]);
    expect(between('1990-03-10', '2026-03-10')).toEqual([36, 0, 0]);
  });
  test('completes a month on its last day, where the day is missing in it', () => {
    expect(between('2026-01-31', '2026-02-28')).toEqual([0, 1, 0]);
    expect(between('2026-01-31', '2026-03-01')).toEqual([0, 1, 1]);
    expect(between('2026-01-31', '2026-04-30')).toEqual([0, 3, 0]);
    expect(between('2026-08-31', '2026-09-30')).toEqual([0, 1, 0]);
  });
  test('gives those born on 29 February a birthday every year', () => {
    expect(between('2024-02-29', '2025-02-28')).toEqual([1, 0, 0]);
    expect(between('2024-02-29', '2025-03-01')).toEqual([1, 0, 1]);
    expect(between('2024-02-29', '2028-02-28')).toEqual([3, 11, 30]);
    expect(between('2024-02-29', '2028-02-29')).toEqual([4, 0, 0]);
  });
});

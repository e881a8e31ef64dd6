import { afterEach, expect, test, vi } from 'vitest';
import {
  areDatesInOrder,
  dayOfStay,
  formatAge,
  formatDate,
  formatElapsed,
  isDateOrEmpty,
  setTimeZone,
  today,
  useToday,
  weekday,
} from './dates.ts';
import { act, render, screen } from '@testing-library/react';

test('a date is formatted as its first ten characters', () => {
  expect(formatDate('2026-01-05T22:00:00.000Z')).toBe('2026-01-05');
  expect(formatDate(null)).toBe('');
});
test('age counts calendar years, months and days', () => {
  expect(formatAge('1984-02-29', '2026-02-28')).toBe('42 y 0 m 0 d');
  expect(formatAge('2026-01-31', '2026-02-28')).toBe('1 m 0 d');
  expect(formatAge('2026-02-27', '2026-02-28')).toBe('1 d');
  expect(formatElapsed('2026-02-28', '2026-02-27')).toBe('');
});
test('the day of admission is day 1', () => {
  expect(dayOfStay('2026-02-27', '2026-02-27')).toBe(1);
  expect(dayOfStay('2026-02-27', '2026-03-01')).toBe(3);
  expect(dayOfStay('2026-02-27', '2026-02-26')).toBeUndefined();
});
test('today is the hospital’s, not the device’s', () => {
  setTimeZone('Africa/Cairo');
  expect(today(new Date('2026-01-05T22:30:00Z'))).toBe('2026-01-06');
});
test('the weekday does not depend on the device’s time zone', () => {
  expect(weekday('2026-11-21')).toBe('Saturday');
  expect(weekday('2026-02-30')).toBe('');
});

afterEach(() => {
  vi.useRealTimers();
});

test('an open screen changes to the next day, and a closed one has no timer', () => {
  vi.useFakeTimers({ now: new Date('2026-03-05T12:00:00Z') });
  const before = today();
  const Day = () => <p>{useToday()}</p>;
  const { unmount } = render(
    <>
      <Day />
      <Day />
    </>,
  );
  expect(screen.getAllByText(before)).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(1);
  vi.setSystemTime(new Date('2026-03-06T12:00:00Z'));
  act(() => void vi.advanceTimersByTime(30_000));
  expect(today()).not.toBe(before);
  expect(screen.getAllByText(today())).toHaveLength(2);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test('dates are out of order only if both are dates', () => {
  expect(areDatesInOrder('2026-03-02', '2026-03-01')).toBe(false);
  expect(areDatesInOrder('2026-03-02', '2026-03-02')).toBe(true);
  expect(areDatesInOrder('3/2026', '2026-03-01')).toBe(true);
  expect(areDatesInOrder('2026-03-02', '')).toBe(true);
});

test('a date field is sent with a date or empty', () => {
  expect(['', '1960-03-02', '2/3/1960', '2026-02-30'].map(isDateOrEmpty)).toEqual([true, true, false, false]);
});

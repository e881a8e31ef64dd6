import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatDuration, formatInstant, formatTime, formatTimeAgo, recordedLater } from './instants.ts';
import { setTimeZone, timeZone } from './dates.ts';

const before = timeZone();
beforeEach(() => setTimeZone('Africa/Cairo'));
afterEach(() => setTimeZone(before));

test('an instant is formatted in the hospital’s time zone', () => {
  // 22:30 UTC of the 2nd is the 3rd in Cairo.
  expect(formatInstant('2026-03-02T22:30:00.000Z')).toBe('2026-03-03 00:30');
  expect(formatInstant('2026-03-02T22:30:07.500Z', { seconds: true })).toBe('2026-03-03 00:30:07');
  expect(formatInstant('sometime')).toBe('');
});

test('the time since an instant is given in its largest full unit', () => {
  const now = new Date('2026-03-10T12:00:00Z');
  const format = (instant: string) => formatTimeAgo(instant, now);
  expect(
    [
      '2026-03-10T11:59:30Z',
      '2026-03-10T12:00:20Z',
      '2026-03-10T11:55:00Z',
      '2026-03-10T10:01:00Z',
      '2026-03-09T11:00:00Z',
      '2026-03-07T12:00:00Z',
      '2025-12-01T12:00:00Z',
      '2024-01-01T12:00:00Z',
    ].map(format),
  ).toEqual([
    'just now',
    'just now',
    '5 minutes ago',
    '1 hour ago',
    '1 day ago',
    '3 days ago',
    '3 months ago',
    '2 years ago',
  ]);
});

test('an invalid instant is an empty text', () => expect(formatTimeAgo('sometime')).toBe(''));

test('a duration has its two largest units', () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  expect(
    [0, 41_400, 5 * minute + 20_000, 2 * hour + 10 * minute, 3 * hour, 3 * day + 4 * hour + 59 * minute, 2 * day].map(
      formatDuration,
    ),
  ).toEqual(['< 1 s', '41 s', '5 min', '2 h 10 min', '3 h', '3 d 4 h', '2 d']);
});

test('a later record is shown from one minute on, and not without a time of record', () => {
  const at = '2026-03-02T08:00:00.000Z';
  expect(recordedLater({ at, recordedAt: '2026-03-02T08:00:59.999Z' })).toBeUndefined();
  expect(recordedLater({ at, recordedAt: '2026-03-02T08:01:00.000Z' })).toEqual({
    recordedAt: '2026-03-02T08:01:00.000Z',
    shown: '10:01',
  });
  expect(recordedLater({ at, recordedAt: '2026-03-02T22:05:00.000Z' })).toEqual({
    recordedAt: '2026-03-02T22:05:00.000Z',
    shown: '2026-03-03 00:05',
  });
  expect(recordedLater({ at })).toBeUndefined();
});

test('a time is formatted in the hospital’s time zone, not in the device’s', () => {
  const now = new Date('2026-03-02T23:30:00Z');
  setTimeZone('Africa/Cairo');
  expect(formatTime('2026-03-02T22:05:00Z', now)).toBe('00:05');
  setTimeZone('America/New_York');
  expect(formatTime('2026-03-02T22:05:00Z', now)).toBe('17:05');
});

test('a time of another day has its date', () => {
  setTimeZone('Africa/Cairo');
  expect(formatTime('2026-03-02T21:59:00Z', new Date('2026-03-02T22:01:00Z'))).toBe('03-02 23:59');
  expect(formatTime('nonsense')).toBe('');
});

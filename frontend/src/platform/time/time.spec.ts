import { afterEach, expect, test } from 'vitest';
import { formatTime } from './time.ts';
import { setTimeZone, timeZone } from './time-zone.ts';

const before = timeZone();
afterEach(() => setTimeZone(before));

test('a time is told by the hospital’s clock, wherever the computer stands', () => {
  const now = new Date('2026-03-02T23:30:00Z');
  setTimeZone('Africa/Cairo');
  expect(formatTime('2026-03-02T22:05:00Z', now)).toBe('00:05');
  setTimeZone('America/New_York');
  expect(formatTime('2026-03-02T22:05:00Z', now)).toBe('17:05');
});

test('one of another day of the hospital’s is told with its day', () => {
  setTimeZone('Africa/Cairo');
  expect(formatTime('2026-03-02T21:59:00Z', new Date('2026-03-02T22:01:00Z'))).toBe('03-02 23:59');
  expect(formatTime('nonsense')).toBe('');
});

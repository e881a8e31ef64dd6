import { afterEach, expect, test } from 'vitest';
import { shownTime } from './time.ts';
import { keepTimeZone, timeZone } from './time-zone.ts';

const before = timeZone();
afterEach(() => keepTimeZone(before));

test('a time is told by the hospital’s clock, wherever the computer stands', () => {
  const now = new Date('2026-03-02T23:30:00Z');
  keepTimeZone('Africa/Cairo');
  expect(shownTime('2026-03-02T22:05:00Z', now)).toBe('00:05');
  keepTimeZone('America/New_York');
  expect(shownTime('2026-03-02T22:05:00Z', now)).toBe('17:05');
});

test('one of another day of the hospital’s is told with its day', () => {
  keepTimeZone('Africa/Cairo');
  expect(shownTime('2026-03-02T21:59:00Z', new Date('2026-03-02T22:01:00Z'))).toBe('03-02 23:59');
  expect(shownTime('nonsense')).toBe('');
});

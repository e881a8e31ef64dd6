import { afterEach, beforeEach, expect, test } from 'vitest';
import { setTimeZone, timeZone } from '../../platform/time/dates.ts';
import { isInstant, isPast, toHospitalTime, toInstant } from './hospital-time.ts';

const here = timeZone();
beforeEach(() => setTimeZone('Africa/Cairo'));
afterEach(() => setTimeZone(here));

test.each([
  ['in winter', '2026-01-12T09:40', '2026-01-12T07:40:00.000Z'],
  ['in summer', '2026-07-12T09:40', '2026-07-12T06:40:00.000Z'],
  ['on the other side of midnight', '2026-03-01T01:10', '2026-02-28T23:10:00.000Z'],
  ['just after the clock was put forward', '2026-04-24T01:30', '2026-04-23T22:30:00.000Z'],
  ['just before it was put back', '2026-10-29T22:30', '2026-10-29T19:30:00.000Z'],
])('a hospital time becomes an instant and back: %s', (_when, local, instant) => {
  expect(toInstant(local)).toBe(instant);
  expect(toHospitalTime(instant)).toBe(local);
});

test('an incomplete time is no instant', () => {
  expect(['', '2026-03', '0202-03-01T10:00'].map(toInstant)).toEqual(['', '', '']);
  expect(['yesterday', '', '2026-03-12T09:40:00Z'].map(isInstant)).toEqual([false, false, true]);
});

test('an instant is past from that minute on', () => {
  const now = Date.parse('2026-03-12T09:40:00Z');
  expect(isPast('2026-03-12T09:40:00Z', now)).toBe(true);
  expect(isPast('2026-03-12T09:41:00Z', now)).toBe(false);
});

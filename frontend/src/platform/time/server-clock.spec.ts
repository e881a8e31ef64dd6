import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { calendarDate } from 'language/domain/values/calendar-date';
import { setTimeZone, timeZone, today } from './dates.ts';
import { deviceAheadMs, noteServerTime, serverNow, setHospitalDay } from './server-clock.ts';

const HOUR = 3_600_000;
const zone = timeZone();
beforeEach(() => {
  vi.useFakeTimers();
  setTimeZone('Africa/Cairo');
});
afterEach(() => {
  vi.useRealTimers();
  setTimeZone(zone);
});

test('today is the server’s, on a device whose clock is 16 hours behind or is set while the page is open', () => {
  vi.setSystemTime('2026-03-11T16:00:00Z');
  noteServerTime('Thu, 12 Mar 2026 08:00:00 GMT');
  expect(today()).toBe('2026-03-12');
  expect(Math.round(deviceAheadMs() / HOUR)).toBe(-16);
  vi.setSystemTime('2026-03-20T00:00:00Z');
  expect(serverNow().toISOString().slice(0, 16)).toBe('2026-03-12T08:00');
});

test('today follows the rules of the server, and ends when the server says', async () => {
  vi.setSystemTime('2026-03-12T08:00:00Z');
  noteServerTime('Thu, 12 Mar 2026 08:00:00 GMT');
  // A country whose summer time the device does not know yet: its day ends an hour earlier.
  setHospitalDay(calendarDate('2026-03-12'), '2026-03-12T21:00:00Z');
  await vi.advanceTimersByTimeAsync(13 * HOUR - 1_000);
  expect(today()).toBe('2026-03-12');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(today()).toBe('2026-03-13');
  await vi.advanceTimersByTimeAsync(24 * HOUR);
  expect(today()).toBe('2026-03-14');
});

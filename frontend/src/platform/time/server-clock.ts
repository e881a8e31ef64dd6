/**
 * The server's clock, and the day at the hospital by its rules of time zones. Those of a device may
 * be wrong: a review was stored under yesterday by a clock that was 16 hours behind. The device's
 * clock counts until the server has answered.
 */
import { addDays, type CalendarDate } from 'language/domain/values/calendar-date';

/** An answer's `Date` has whole seconds, and is late by its way. */
const TOLERANCE_MS = 2_000;
const DAY_MS = 86_400_000;

/** The server's time at a moment of this page, which no change of the device's clock moves. */
let known: { server: number; page: number } | undefined;
let day: { today: CalendarDate; endsAt: number } | undefined;

const serverMs = (): number => (known ? known.server + (performance.now() - known.page) : Date.now());

/** @param date the header of an answer */
export function noteServerTime(date: string | null): void {
  const server = Date.parse(date ?? '');
  if (Number.isNaN(server) || (known && Math.abs(serverMs() - server) <= TOLERANCE_MS)) return;
  known = { server, page: performance.now() };
}

export function setHospitalDay(today: CalendarDate, endsAt: string): void {
  day = { today, endsAt: Date.parse(endsAt) };
}

export const serverNow = (): Date => new Date(serverMs());

/** The time by which the device's clock is ahead of the server's, negative where it is behind. */
export const deviceAheadMs = (): number => Date.now() - serverMs();

/** The day at the hospital; undefined before the server has said it. After its end days have 24 hours until it says more. */
export function hospitalDay(): CalendarDate | undefined {
  if (!day) return undefined;
  const over = serverMs() - day.endsAt;
  return over < 0 ? day.today : addDays(day.today, 1 + Math.floor(over / DAY_MS));
}

/** The hospital's clock: which instant a time of a day of care is there. */
import { type CalendarDate, calendarDateIn } from 'command-api/domain/values/calendar-date';

/** When a command was done, and when the log is to say that it took it. */
export interface Times {
  readonly occurredAt: Date;
  readonly recordedAt: Date;
}

export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** 0 is Sunday. */
export const weekdayOf = (date: CalendarDate): Weekday => new Date(`${date}T12:00:00Z`).getUTCDay() as Weekday;

const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  formats.set(timeZone, format);
  return format;
};

/** Minutes since midnight where the hospital stands. */
export function minutesIn(timeZone: string, at: Date): number {
  const [hours = 0, minutes = 0] = formatOf(timeZone).format(at).split(':').map(Number);
  return hours * 60 + minutes;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/**
 * How far the hospital's clock is ahead of Greenwich, by zone and hour: to ask for it takes a while, and the clocks
 * change on the hour.
 */
const ahead = new Map<string, number>();

function aheadAt(timeZone: string, at: Date): number {
  const key = `${timeZone} ${Math.floor(at.getTime() / HOUR)}`;
  const known = ahead.get(key);
  if (known !== undefined) return known;
  const local = Date.parse(`${calendarDateIn(timeZone, at)}T00:00:00Z`) + minutesIn(timeZone, at) * MINUTE;
  const found = local - Math.floor(at.getTime() / MINUTE) * MINUTE;
  ahead.set(key, found);
  return found;
}

/** @param minutes since midnight, fractions allowed; a time that the clocks skip in spring is the one an hour later */
export function instantAt(timeZone: string, date: CalendarDate, minutes: number): Date {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + Math.round(minutes * MINUTE);
  const guess = asUtc - aheadAt(timeZone, new Date(asUtc));
  // Where the clocks change between the two.
  return new Date(asUtc - aheadAt(timeZone, new Date(guess)));
}

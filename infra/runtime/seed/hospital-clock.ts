/** Converts a date of care and a time in the hospital's time zone to an instant. */
import { type CalendarDate, calendarDateIn } from 'language/domain/values/calendar-date';

/** When a command was done, and when it was recorded. */
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

/** Minutes since midnight in the hospital's time zone. */
export function minutesIn(timeZone: string, at: Date): number {
  const [hours = 0, minutes = 0] = formatOf(timeZone).format(at).split(':').map(Number);
  return hours * 60 + minutes;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/**
 * The offset of the time zone from UTC, by zone and hour: computing it is slow, and clocks change on the hour.
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

/** @param minutes since midnight, fractions allowed; a time that is skipped in spring becomes the one an hour later */
export function instantAt(timeZone: string, date: CalendarDate, minutes: number): Date {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + Math.round(minutes * MINUTE);
  const guess = asUtc - aheadAt(timeZone, new Date(asUtc));
  // Again at the guess: the clocks may change between the two.
  return new Date(asUtc - aheadAt(timeZone, new Date(guess)));
}

/**
 * Dates of care on the screen: strings `YYYY-MM-DD`, never instants. Display is the first ten characters (specification
 * §5).
 */
import {
  asCalendarDate,
  type CalendarDate,
  calendarDateIn,
  daysBetween,
  elapsed,
  toAsciiDigits,
} from 'command-api/domain/calendar-date';
import { timeZone } from './time-zone.ts';

export const formatDate = (date: string | null | undefined): string => (date ?? '').slice(0, 10);

/** By hand and not by the schema: that would bring its library to every screen (19 KB). */
const parse = (date: string | null | undefined): CalendarDate | undefined =>
  asCalendarDate(toAsciiDigits(formatDate(date)));

/** Today where the hospital stands. */
export const today = (now: Date = new Date()): string => calendarDateIn(timeZone(), now);

/**
 * `34 y 2 m 11 d`; the larger units are left out while they are 0. Empty when a date is missing or the order is wrong.
 */
export function formatElapsed(from: string | null | undefined, to: string | null | undefined): string {
  const [start, end] = [parse(from), parse(to)];
  if (!start || !end || start > end) return '';
  const { years, months, days } = elapsed(start, end);
  return [years > 0 && `${years} y`, (years > 0 || months > 0) && `${months} m`, `${days} d`].filter(Boolean).join(' ');
}

/** Age today, as {@link formatElapsed}. */
export const formatAge = (birthdate: string | null | undefined, on: string = today()): string =>
  formatElapsed(birthdate, on);

/** The day of a stay, the day of admission being day 1. Undefined when a date is missing or lies before admission. */
export function dayOfStay(admissionDate: string | null | undefined, on: string | null | undefined): number | undefined {
  const [start, end] = [parse(admissionDate), parse(on)];
  return start && end && start <= end ? daysBetween(start, end) + 1 : undefined;
}

/** To make one takes longer than to use it a hundred times. */
const weekdays = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** `Saturday`. Empty when the date is none. */
export function weekday(date: string | null | undefined): string {
  const parsed = parse(date);
  return parsed ? weekdays.format(new Date(`${parsed}T00:00:00Z`)) : '';
}

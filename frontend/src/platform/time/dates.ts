/** Dates of care: strings `YYYY-MM-DD`, never instants (docs/product.md, "Dates of care"). */
import {
  asCalendarDate,
  calendarDateIn,
  daysBetween,
  elapsed,
  toAsciiDigits,
  type CalendarDate,
} from 'language/domain/values/calendar-date';
import { useSyncExternalStore } from 'react';
import { perLanguage } from '../language/format.ts';
import { translate } from '../language/language.ts';
import { hospitalDay, serverNow } from './server-clock.ts';

/** The hospital's time zone from the server's settings; the device's time zone until it is known. */
let zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const timeZone = (): string => zone;
export function setTimeZone(name: string): void {
  zone = name;
}

export const formatDate = (date: string | null | undefined): string => (date ?? '').slice(0, 10);

/** Does without the contract's schema, whose library would add 19 KB to each screen. */
const parse = (date: string | null | undefined): CalendarDate | undefined =>
  asCalendarDate(toAsciiDigits(formatDate(date)));

/** True if the value of a date field is a date. */
export const isDate = (value: string): boolean => asCalendarDate(value) !== undefined;
export const isDateOrEmpty = (value: string): boolean => value === '' || isDate(value);
/** False for two dates of which the first is the later one. */
export const areDatesInOrder = (from: string, to: string): boolean => !isDate(from) || !isDate(to) || from <= to;
/** Both dates may be missing. */
export const isDateRange = (from: string, to: string): boolean =>
  isDateOrEmpty(from) && isDateOrEmpty(to) && areDatesInOrder(from, to);

/** The day at the hospital: today, as the server says, or that of an instant. */
export const today = (at?: Date): CalendarDate =>
  (at === undefined ? hospitalDay() : undefined) ?? calendarDateIn(timeZone(), at ?? serverNow());

/** `34 y 2 m 11 d`, without larger units that are 0. Empty when a date is missing or the order is wrong. */
export function formatElapsed(from: string | null | undefined, to: string | null | undefined): string {
  const [start, end] = [parse(from), parse(to)];
  if (!start || !end || start > end) return '';
  const time = elapsed(start, end);
  return translate(`time.elapsed.${time.years > 0 ? 'years' : time.months > 0 ? 'months' : 'days'}`, { ...time });
}

/** Age today, as {@link formatElapsed}. */
export const formatAge = (birthdate: string | null | undefined, on: string = today()): string =>
  formatElapsed(birthdate, on);

/** `34 y 2 m`, for narrow columns. */
export function formatShortAge(birthdate: string | null | undefined, on: string = today()): string {
  const [start, end] = [parse(birthdate), parse(on)];
  if (!start || !end || start > end) return '';
  const age = elapsed(start, end);
  return age.years > 0 ? translate('time.elapsed.yearsMonths', { ...age }) : formatElapsed(birthdate, on);
}

/** The day of a stay; the day of admission is day 1. Undefined when a date is missing or before admission. */
export function dayOfStay(admissionDate: string | null | undefined, on: string | null | undefined): number | undefined {
  const [start, end] = [parse(admissionDate), parse(on)];
  return start && end && start <= end ? daysBetween(start, end) + 1 : undefined;
}

const weekdaysIn = (weekday: 'long' | 'short') => {
  const format = perLanguage((locale) => new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }));
  return (date: string | null | undefined): string => {
    const parsed = parse(date);
    return parsed ? format().format(new Date(`${parsed}T00:00:00Z`)) : '';
  };
};
/** `Saturday`. Empty when the date is invalid. */
export const weekday = weekdaysIn('long');
/** `Sat`, as {@link weekday}. */
export const shortWeekday = weekdaysIn('short');

const CHECK_MS = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

export function subscribeToTime(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((notify) => notify()), CHECK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Today in the hospital's time zone, for screens that stay open through midnight. All components share one timer. */
export const useToday = (): string => useSyncExternalStore(subscribeToTime, () => today());

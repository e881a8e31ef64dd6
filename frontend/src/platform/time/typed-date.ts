/** Reads a date as a person types it (docs/decisions/browser/date-field.md). */
import { addDays, asCalendarDate, toAsciiDigits, type CalendarDate } from 'language/domain/values/calendar-date';
import { translate } from '../language/language.ts';

/** The reason why a text is no date. */
export type DateProblem =
  | { kind: 'unreadable' | 'yearDigits' }
  | { kind: 'noSuchMonth'; month: string }
  | { kind: 'noSuchDate'; date: string };
export type ReadDate = { date: CalendarDate; problem?: never } | { date?: never; problem: DateProblem };

/** Controls of direction come along when a date is copied out of Arabic text. */
const controls = /[\u200e\u200f\u061c\u2066-\u2069]/g;
/** Also what a phone's keyboard of numbers has, and the Arabic date separator, comma and decimal sign. */
const separators = /[\s\-\u2010-\u2015\u2212/\\.,_\u060c\u060d\u066b]+/;
const two = (number: string): string => number.padStart(2, '0');

/**
 * Reads `1960-03-02`, `19600302`, `2/3/1960`, `02.03.1960`, `2 3 1960`, in the digits 0–9, ٠–٩ or ۰–۹. Where the year is
 * last, the day is first. A year has four digits: `2/3/60` may be 1960 or 2060.
 */
export function readDate(text: string): ReadDate {
  const plain = toAsciiDigits(text).replaceAll(controls, '').trim();
  const eight = /^(\d{4})(\d\d)(\d\d)$/.exec(plain);
  const parts = eight ? eight.slice(1) : plain.split(separators);
  const [first = '', middle = '', last = ''] = parts;
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part)) || middle.length > 2)
    return { problem: { kind: 'unreadable' } };
  const isYearFirst = first.length > 2;
  const [year, day] = isYearFirst ? [first, last] : [last, first];
  if (day.length > 2) return { problem: { kind: 'unreadable' } };
  if (year.length !== 4 || year.startsWith('0')) return { problem: { kind: 'yearDigits' } };
  if (!isYearFirst && Number(middle) > 12) return { problem: { kind: 'noSuchMonth', month: middle } };
  const written = `${year}-${two(middle)}-${two(day)}`;
  const date = asCalendarDate(written);
  return date ? { date } : { problem: { kind: 'noSuchDate', date: written } };
}

/** The value of a field: `YYYY-MM-DD` if the text is a date, else the text: a draft keeps it. */
export const fieldDate = (text: string): string => readDate(text).date ?? (text.trim() === '' ? '' : text);

export interface DateBounds {
  /** `YYYY-MM-DD`; what is no date is no bound. */
  min?: string | undefined;
  max?: string | undefined;
}
const bound = (value: string | undefined): CalendarDate | undefined => asCalendarDate(value ?? '');

/** The sentence to show at a date field with this text. Undefined for a date within the bounds, and for an empty text. */
export function dateProblemText(text: string, bounds: DateBounds = {}): string | undefined {
  if (text.trim() === '') return undefined;
  const { date, problem } = readDate(text);
  if (problem) {
    const { kind, ...values } = problem;
    return translate(`dateField.${kind}`, { yearFirst: '1960-03-02', dayFirst: '2/3/1960', ...values });
  }
  const [min, max] = [bound(bounds.min), bound(bounds.max)];
  if (min && date < min) return translate('dateField.tooEarly', { min });
  if (max && date > max) return translate('dateField.tooLate', { max });
  return undefined;
}

/** Moves a date within its bounds. A month or year later keeps the day, or takes the last one of a shorter month. */
export function moveDate(
  date: CalendarDate,
  by: { days?: number; months?: number },
  bounds: DateBounds = {},
): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const months = year * 12 + month - 1 + (by.months ?? 0);
  const [inYear, inMonth] = [Math.floor(months / 12), (months % 12) + 1];
  const lastDay = new Date(Date.UTC(inYear, inMonth, 0)).getUTCDate();
  const moved = asCalendarDate(
    `${String(inYear).padStart(4, '0')}-${two(String(inMonth))}-${two(String(Math.min(day, lastDay)))}`,
  );
  return within(addDays(moved ?? date, by.days ?? 0), bounds);
}

/** The date itself, or the bound that it is beyond. */
export function within(date: CalendarDate, bounds: DateBounds): CalendarDate {
  const [min, max] = [bound(bounds.min), bound(bounds.max)];
  return min && date < min ? min : max && date > max ? max : date;
}

/** `09:40` for `9:40`, `0940`, `9.40` or `٩:٤٠`. A text that is no time of a day stays as it is. */
export function fieldTime(text: string): string {
  const plain = toAsciiDigits(text).replaceAll(controls, '').trim();
  const [, hours = '', minutes = ''] =
    /^(\d{1,2})[:\s.,\u066b](\d\d)$/.exec(plain) ?? /^(\d\d)(\d\d)$/.exec(plain) ?? [];
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60 ? `${two(hours)}:${minutes}` : text;
}

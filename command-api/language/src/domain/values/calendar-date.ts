/** Dates of care are calendar dates `YYYY-MM-DD`, never instants (docs/product.md, "Dates of care"). */
import * as z from 'zod';
import { because } from '../reasons/because.ts';

const isRealDate = (text: string): boolean => {
  const [year, month, day] = text.split('-').map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** Arabic-Indic and Persian digits become ASCII digits; other characters stay. */
export const toAsciiDigits = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (d) => String(d.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (d) => String(d.charCodeAt(0) - 0x6f0));

const isWritten = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

const schema = () =>
  z
    .string()
    .trim()
    .transform(toAsciiDigits)
    .refine((text) => isWritten(text) && isRealDate(text), because('not-a-date'))
    .describe('A calendar date, YYYY-MM-DD.')
    .brand('CalendarDate');
/** One call marked as pure: the browser needs no schema, and its bundle leaves the library out (19 KB). */
export const CalendarDate = /* @__PURE__ */ schema();
export type CalendarDate = z.infer<typeof CalendarDate>;

/** @throws ZodError when `text` is no calendar date. */
export const calendarDate = (text: string): CalendarDate => CalendarDate.parse(text);

/** For the browser: without the schema's library. Undefined when `text`, in ASCII digits, is no calendar date. */
export const asCalendarDate = (text: string): CalendarDate | undefined =>
  isWritten(text) && isRealDate(text) ? (text as CalendarDate) : undefined;

const utc = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const DAY = 86_400_000;

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(utc(date) + days * DAY).toISOString().slice(0, 10) as CalendarDate;

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number => Math.round((utc(to) - utc(from)) / DAY);

/** The calendar date of an instant in the team's time zone (an IANA name such as Africa/Cairo). */
export function calendarDateIn(timeZone: string, at: Date): CalendarDate {
  let format = formats.get(timeZone);
  // A new formatter costs more than half a millisecond, and every command asks for today.
  if (!format)
    formats.set(
      timeZone,
      (format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })),
    );
  return format.format(at) as CalendarDate;
}
const formats = new Map<string, Intl.DateTimeFormat>();

/** Age or elapsed time in calendar years, months and days. */
export function elapsed(from: CalendarDate, to: CalendarDate): { years: number; months: number; days: number } {
  const [fy, fm, fd] = from.split('-').map(Number) as [number, number, number];
  const [ty, tm, td] = to.split('-').map(Number) as [number, number, number];
  let months = (ty - fy) * 12 + (tm - fm);
  const lastDayOf = (monthsOn: number): number => new Date(Date.UTC(fy, fm - 1 + monthsOn + 1, 0)).getUTCDate();
  const anniversary = (monthsOn: number): number => Date.UTC(fy, fm - 1 + monthsOn, Math.min(fd, lastDayOf(monthsOn)));
  const end = Date.UTC(ty, tm - 1, td);
  if (anniversary(months) > end) months -= 1;
  return {
    years: Math.floor(months / 12),
    months: ((months % 12) + 12) % 12,
    days: Math.round((end - anniversary(months)) / DAY),
  };
}

/**
 * Dates and times as hospitals write them. The order of day and month is never guessed: where a date can be read in two
 * ways, the order is given or the date is refused.
 */
import type { ColumnDates, DateOrder } from 'language/contract/imports';
import { asCalendarDate, addDays, type CalendarDate, toAsciiDigits } from 'language/domain/values/calendar-date';
import { foldLetters, withoutUnseen } from 'language/domain/values/folding';

/** The names of each month as `foldLetters` leaves them; English ones by their first three letters. */
const months = [
  'jan يناير كانون_الثاني',
  'feb فبراير شباط',
  'mar مارس اذار',
  'apr ابريل نيسان',
  'may مايو ايار',
  'jun يونيو حزيران',
  'jul يوليو تموز',
  'aug اغسطس اب',
  'sep سبتمبر ايلول',
  'oct اكتوبر تشرين_الاول',
  'nov نوفمبر تشرين_الثاني',
  'dec ديسمبر كانون_الاول',
].map((names) => names.split(' '));
function monthNamed(word: string): number | undefined {
  const key = foldLetters(word).replaceAll(/\s+/g, '_');
  const at = months.findIndex(([english = '', ...arabic]) => key.startsWith(english) || arabic.includes(key));
  return at === -1 ? undefined : at + 1;
}

/** `first` and `second` are a day and a month in an order that the text does not say. */
type Written =
  | { readonly date: CalendarDate }
  | { readonly first: number; readonly second: number; readonly year: number };

/** Serial numbers of Excel, from 1927 to 2099: a smaller number may be a year. */
const SERIAL_MIN = 10_000;
const SERIAL_MAX = 73_050;
const FIRST_DAY = '1899-12-30' as CalendarDate;

const clock = String.raw`(?:[ T,]+(?<time>\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?(?:[ap]\.?m\.?|[صم]))?)?Z?)?`;
const between = '(?: *[/.\\-–] *| +)';
const yearFirst = new RegExp(`^(\\d{4})${between}(\\d{1,2})${between}(\\d{1,2})${clock}$`, 'i');
const compact = new RegExp(`^((?:19|20)\\d\\d)(\\d\\d)(\\d\\d)${clock}$`, 'i');
const numbers = new RegExp(`^(\\d{1,2})${between}(\\d{1,2})${between}(\\d{4}|\\d{2})${clock}$`, 'i');
const named = new RegExp(`^(\\d{1,2})${between}?(\\p{L}[\\p{L} ]*?)\\.?,?${between}?(\\d{4}|\\d{2})${clock}$`, 'iu');
const namedFirst = new RegExp(`^(\\p{L}+)\\.?${between}(\\d{1,2})(?:st|nd|rd|th)?,?${between}(\\d{4})${clock}$`, 'iu');

const plain = (text: string): string => withoutUnseen(toAsciiDigits(text)).replaceAll(/\s+/g, ' ').trim();
const dateOf = (year: number, month: number, day: number): Written | undefined => {
  const date = asCalendarDate(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);
  return date && { date };
};

/** @param today two digits of a year are the last such year that is not after today's */
function written(text: string, today: CalendarDate): Written | undefined {
  const typed = plain(text);
  const whole = (year: string): number => {
    if (year.length === 4) return Number(year);
    const now = Number(today.slice(0, 4));
    const inCentury = now - (now % 100) + Number(year);
    return inCentury > now ? inCentury - 100 : inCentury;
  };
  const ymd = yearFirst.exec(typed) ?? compact.exec(typed);
  if (ymd) return dateOf(Number(ymd[1]), Number(ymd[2]), Number(ymd[3]));
  const byName = named.exec(typed) ?? namedFirst.exec(typed);
  if (byName) {
    const isNameFirst = /^\p{L}/u.test(typed);
    const [, one = '', two = '', year = ''] = byName;
    const month = monthNamed(isNameFirst ? one : two);
    return month === undefined ? undefined : dateOf(whole(year), month, Number(isNameFirst ? two : one));
  }
  const parts = numbers.exec(typed);
  if (parts) return { first: Number(parts[1]), second: Number(parts[2]), year: whole(parts[3] ?? '') };
  const serial = /^\d{5}(?:\.\d+)?$/.test(typed) ? Math.floor(Number(typed)) : 0;
  return serial >= SERIAL_MIN && serial <= SERIAL_MAX ? { date: addDays(FIRST_DAY, serial) } : undefined;
}

/** The order that a date decides by itself: one of its numbers is no month. */
const orderOf = ({ first, second }: { first: number; second: number }): DateOrder | 'either' | undefined => {
  if (first === second) return undefined;
  if (first > 12) return 'dmy';
  return second > 12 ? 'mdy' : 'either';
};

export type DateRead =
  | { readonly date: CalendarDate }
  | { readonly refused: 'date-not-understood' | 'date-order-unknown' };

/** @param order of the column; without one a date must decide it by itself */
export function readDate(text: string, order: DateOrder | undefined, today: CalendarDate): DateRead {
  const found = written(text, today);
  if (!found) return { refused: 'date-not-understood' };
  if ('date' in found) return found;
  const decided = order ?? orderOf(found);
  if (decided === 'either') return { refused: 'date-order-unknown' };
  const [day, month] = decided === 'mdy' ? [found.second, found.first] : [found.first, found.second];
  return (dateOf(found.year, month, day) as { date: CalendarDate } | undefined) ?? { refused: 'date-not-understood' };
}

/** The order of the dates of a column; undefined where no date depends on one. */
export function ordersIn(
  cells: readonly { readonly row: number; readonly text: string }[],
  today: CalendarDate,
): ColumnDates | undefined {
  const first: Partial<Record<DateOrder | 'either', number>> = {};
  for (const { row, text } of cells) {
    const found = written(text, today);
    const order = found && 'first' in found ? orderOf(found) : undefined;
    if (order) first[order] ??= row;
  }
  if (first.dmy !== undefined && first.mdy !== undefined) return { order: 'both' };
  if (first.dmy !== undefined) return { order: 'dmy', row: first.dmy };
  if (first.mdy !== undefined) return { order: 'mdy', row: first.mdy };
  return first.either === undefined ? undefined : { order: 'either' };
}

/** A time of day as HH:MM, alone, behind a date, or as Excel's part of a day; undefined where the text has none. */
export function readTime(text: string): string | undefined {
  const typed = plain(text);
  const part = /^(?:\d{5}|0)?\.\d+$/.test(typed) ? Math.round((Number(typed) % 1) * 1_440) % 1_440 : undefined;
  if (part !== undefined)
    return `${String(Math.floor(part / 60)).padStart(2, '0')}:${String(part % 60).padStart(2, '0')}`;
  const found = /(?:^|[ T,])(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?: ?([ap]\.?m\.?|[صم]))?Z?$/i.exec(typed);
  if (!found) return undefined;
  const [, hours = '', minutes = '', half] = found;
  const isEvening = half !== undefined && /^[pم]/i.test(half);
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isEvening ? 12 : 0);
  return hour < 24 && Number(minutes) < 60 ? `${String(hour).padStart(2, '0')}:${minutes}` : undefined;
}

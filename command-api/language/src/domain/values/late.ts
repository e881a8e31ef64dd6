/** Late entries are allowed and marked (docs/product.md, "Late entries"). */
import { addDays, type CalendarDate, calendarDateIn } from './calendar-date.ts';

/**
 * True if a record of `day` was made more than 24 hours after the end of that day.
 * @param at instant, ISO 8601
 */
export const isLate = (day: CalendarDate, at: string, timeZone: string): boolean =>
  calendarDateIn(timeZone, new Date(at)) > addDays(day, 1);

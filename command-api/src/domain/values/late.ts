/** Late entries happen in hospitals, and are shown as what they are (decisions, "Rules and rights"). */
import { addDays, type CalendarDate, calendarDateIn } from './calendar-date.ts';

/**
 * Whether something that speaks of `day` came more than 24 hours after that day was over.
 * @param at instant, ISO 8601
 */
export const isLate = (day: CalendarDate, at: string, timeZone: string): boolean =>
  calendarDateIn(timeZone, new Date(at)) > addDays(day, 1);

/**
 * What only the client knows of: strict (an unknown field is 400). Whose patient it is the server looks up; no text is
 * among it.
 */
import * as z from 'zod';
import { ReportCode } from '../../domain/access/events.ts';
import { CalendarDate } from '../../domain/values/calendar-date.ts';
import { limits } from '../../domain/values/codes.ts';
import { because } from '../../domain/reasons/because.ts';

/** Without dates: the recurrent admissions, which are of all time. */
export const ReportPrinted = z.strictObject({
  report: ReportCode,
  startDate: CalendarDate.exactOptional(),
  endDate: CalendarDate.exactOptional(),
});
/** How many reviews the question holds. */
export const ChatAsked = z.strictObject({
  reviews: z.int().min(0).max(limits.reviewsAsked, because('too-many-reviews-asked')),
});

/**
 * Accesses that only the browser knows of. Strict: an unknown field is 400. The bodies hold no text, and the server
 * looks up the patient.
 */
import * as z from 'zod';
import { ReportCode } from '../../domain/access/events.ts';
import { CalendarDate } from '../../domain/values/calendar-date.ts';
import { Id } from '../../domain/values/fields.ts';
import { limits } from '../../domain/values/codes.ts';
import { because } from '../../domain/reasons/because.ts';

/** The recurrent admissions have no dates. */
export const ReportPrinted = z.strictObject({
  report: ReportCode,
  startDate: CalendarDate.exactOptional(),
  endDate: CalendarDate.exactOptional(),
});
/** `found`: the number of patients. */
export const RoundListPrinted = z.strictObject({ found: z.int().min(0) });
/** `found`: the number of patients on paper. `drugId`: absent for a class of drugs. */
export const DrugUsePrinted = z.strictObject({ found: z.int().min(0), drugId: Id.exactOptional() });
/** `reviews`: the number of reviews in the question. */
export const ChatAsked = z.strictObject({
  reviews: z.int().min(0).max(limits.reviewsAsked, because('too-many-reviews-asked')),
});

/** A schema for each command's body. Strict: an unknown field is 400 (docs/product.md, "Field names"). */
import * as z from 'zod';
import { DecidedFinding } from '../../domain/admission/events.ts';
import { CalendarDate } from '../../domain/values/calendar-date.ts';
import { because } from '../../domain/reasons/because.ts';
import { limits } from '../../domain/values/codes.ts';
import { RequiredLine } from '../../domain/values/fields.ts';

/** `POST /api/admissions/{id}/findings`. A finding is taken over with its entry (`AddReviewMedication`). */
export const DecideFinding = z.strictObject({
  finding: DecidedFinding,
  decision: z.discriminatedUnion(
    'kind',
    [
      /** At most 90 days ahead. */
      z.strictObject({ kind: z.literal('deferred'), until: CalendarDate }),
      z.strictObject({ kind: z.literal('dismissed'), reason: RequiredLine(limits.dismissalReason, 'reason-required') }),
    ],
    because('unknown-kind'),
  ),
});

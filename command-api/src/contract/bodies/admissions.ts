/** One schema a command's body: strict (an unknown field is 400), in the specification's field names (§7). */
import * as z from 'zod';
import { DischargeStatusCode } from '../../domain/admission/events.ts';
import { CalendarDate } from '../../domain/calendar-date.ts';
import { limits } from '../../domain/codes.ts';
import { Id } from '../../domain/fields.ts';
import { RichText } from '../../domain/rich-text.ts';
import { ignored } from './shared.ts';

export const AdmitPatient = z.strictObject({ patient: Id, team: Id.optional(), admissionDate: CalendarDate, admissionDetails: RichText.default('') });
/** `PUT /api/admissions/{id}/edit` with a discharge date: DischargePatient. */
export const DischargePatient = z.strictObject({
  _id: ignored,
  dischargeDate: CalendarDate,
  dischargeStatus: DischargeStatusCode,
  dischargeNote: z.string().max(limits.richText).default(''),
});

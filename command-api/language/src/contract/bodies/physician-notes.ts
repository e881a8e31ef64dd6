/** A schema for each command's body. Strict: an unknown field is 400 (docs/product.md, "Field names"). */
import * as z from 'zod';
import { CalendarDate } from '../../domain/values/calendar-date.ts';
import { Id } from '../../domain/values/fields.ts';
import { RichText } from '../../domain/values/rich-text.ts';
import { ignored } from './shared.ts';

export const AddPhysicianNote = z.strictObject({
  admissionId: Id,
  noteDate: CalendarDate,
  note: RichText,
  userId: ignored,
  userName: ignored,
  userPhone: ignored,
  patientId: ignored,
  teamId: ignored,
});
/** `PUT /api/physicNotes/updatePhysicNote/{noteId}` */
export const EditPhysicianNote = z.strictObject({
  noteDate: CalendarDate,
  note: RichText,
  noteId: ignored,
  userId: ignored,
  userName: ignored,
  userPhone: ignored,
  admissionId: ignored,
  patientId: ignored,
  teamId: ignored,
});

/** A schema for each command's body. Strict: an unknown field is 400 (docs/product.md, "Field names"). */
import * as z from 'zod';
import { CalendarDate } from '../../domain/values/calendar-date.ts';
import { limits } from '../../domain/values/codes.ts';
import { Id, Name, OptionalName, SingleLine } from '../../domain/values/fields.ts';
import { plainRecordNumber } from '../../domain/values/record-number.ts';
import { ignored } from './shared.ts';

const RecordNumber = SingleLine(limits.recordNumber).transform(plainRecordNumber);

export const RegisterPatient = z.strictObject({
  team: Id,
  firstName: Name('first-name-required'),
  middleName: OptionalName,
  lastName: OptionalName,
  fourthName: OptionalName,
  birthdate: CalendarDate,
  medicalRecordNumber: RecordNumber.default(''),
});
/** `PUT /api/patients/{id}/edit`: absent fields stay unchanged. */
export const CorrectPatient = z.strictObject({
  _id: ignored,
  team: ignored,
  firstName: Name('first-name-required').optional(),
  middleName: OptionalName.unwrap().optional(),
  lastName: OptionalName.unwrap().optional(),
  fourthName: OptionalName.unwrap().optional(),
  birthdate: CalendarDate.optional(),
  medicalRecordNumber: RecordNumber.optional(),
});
/** `POST /api/patients/{id}/merged`: `patient` is the merged patient, which is merged into the patient of the address. */
export const MergePatients = z.strictObject({
  patient: Id,
  reason: SingleLine(limits.mergeReason).default(''),
});

/** A schema for each command's body. Strict: an unknown field is 400 (docs/product.md, "Field names"). */
import * as z from 'zod';
import { CalendarDate } from '../../domain/values/calendar-date.ts';
import { allergyCertainties, allergySeverities, allergySources, limits, sexes } from '../../domain/values/codes.ts';
import { Id, Name, OptionalName, RequiredLine, SingleLine } from '../../domain/values/fields.ts';
import { plainRecordNumber } from '../../domain/values/record-number.ts';
import { ignored } from './shared.ts';

const RecordNumber = SingleLine(limits.recordNumber).transform(plainRecordNumber);
const Sex = z.enum(['', ...sexes]);

export const RegisterPatient = z.strictObject({
  team: Id,
  firstName: Name('first-name-required'),
  middleName: OptionalName,
  lastName: OptionalName,
  fourthName: OptionalName,
  birthdate: CalendarDate,
  medicalRecordNumber: RecordNumber.default(''),
  sex: Sex.default(''),
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
  sex: Sex.optional(),
});
/** `POST /api/patients/{id}/merged`: `patient` is the merged patient, which is merged into the patient of the address. */
export const MergePatients = z.strictObject({
  patient: Id,
  reason: SingleLine(limits.mergeReason).default(''),
});

const allergy = {
  drug: Id.or(z.literal('')),
  tag: Id.or(z.literal('')),
  agentText: SingleLine(limits.allergyText),
  reaction: SingleLine(limits.allergyText),
  severity: z.enum(['', ...allergySeverities]),
  certainty: z.enum(['', ...allergyCertainties]),
  source: z.enum(['', ...allergySources]),
  onset: SingleLine(limits.allergyOnset),
};
/** One of `drug`, `tag` and `agentText` is given. */
export const RecordAllergy = z.strictObject({
  drug: allergy.drug.default(''),
  tag: allergy.tag.default(''),
  agentText: allergy.agentText.default(''),
  reaction: allergy.reaction.default(''),
  severity: allergy.severity.default(''),
  certainty: allergy.certainty.default(''),
  source: allergy.source.default(''),
  onset: allergy.onset.default(''),
});
/** Absent fields stay unchanged. Another agent is given with the other two empty. */
export const CorrectAllergy = z.strictObject(allergy).partial();
export const RemoveAllergy = z.strictObject({ reason: RequiredLine(limits.allergyRemoval, 'allergy-reason-required') });

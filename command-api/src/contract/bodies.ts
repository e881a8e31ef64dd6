/** One schema a command's body: strict (an unknown field is 400), in the specification's field names (§7). */
import * as z from 'zod';
import { DischargeStatusCode, Rating, ResponseCode, SeverityCode } from '../domain/admission/events.ts';
import { CalendarDate, toAsciiDigits } from '../domain/calendar-date.ts';
import { limits } from '../domain/codes.ts';
import { Email, Id, Name, OptionalName } from '../domain/fields.ts';
import { RichText } from '../domain/rich-text.ts';
import { Role, SpecialtyCode } from '../domain/team/events.ts';

/** Fields of the specification's bodies that say who or where; accepted and never believed (decisions, "HTTP conventions"). */
const ignored = z.unknown().optional();
const emptyToNull = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable());
const Phone = z
  .string()
  .trim()
  .max(limits.phone, `At most ${limits.phone} characters`)
  .refine((text) => /^[+\d\s()-]*$/.test(toAsciiDigits(text)), 'Enter a phone number');

export const Login = z.strictObject({
  email: Email,
  password: z.string().max(limits.password).optional(),
  /** CAPTCHA answer, where one is asked for. */
  token: z.string().max(4096).optional(),
  forgetPW: z.boolean().optional(),
});
export const RegisterUser = z.strictObject({
  firstName: Name('First name'),
  lastName: Name('Last name'),
  email: Email,
  phone: Phone.default(''),
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(limits.password, `At most ${limits.password} characters`),
  token: z.string().max(4096).optional(),
});
export const CreateTeam = z.strictObject({
  name: Name('Team name'),
  specialty: SpecialtyCode,
  about: RichText.default(''),
  admin: ignored,
  members: ignored,
});
export const AddTeamMember = z.strictObject({ email: z.string({ error: 'User email is required' }).trim().min(1, 'User email is required').pipe(Email) });
/** `PUT /api/teams/{id}/members/{userId}`: team admin only, never on themself (409). */
export const ChangeMemberRole = z.strictObject({ role: Role });

export const RegisterPatient = z.strictObject({
  team: Id,
  firstName: Name('First name'),
  middleName: OptionalName,
  lastName: OptionalName,
  fourthName: OptionalName,
  birthdate: CalendarDate,
  medicalRecordNumber: z.string().trim().max(limits.recordNumber).transform(toAsciiDigits).default(''),
});
export const AdmitPatient = z.strictObject({ patient: Id, team: Id.optional(), admissionDate: CalendarDate, admissionDetails: RichText.default('') });
/** `PUT /api/admissions/{id}/edit` with a discharge date: DischargePatient. */
export const DischargePatient = z.strictObject({
  _id: ignored,
  dischargeDate: CalendarDate,
  dischargeStatus: DischargeStatusCode,
  dischargeNote: z.string().max(limits.richText).default(''),
});

/** What a person fills in of an entry. The labels are the server's. */
const EntryFields = {
  errType: Id,
  errDrug: Id,
  errNote: RichText.default(''),
  errRes: emptyToNull(ResponseCode).default(null),
  errSeverity: emptyToNull(SeverityCode).default(null),
  drugTags: z.array(z.strictObject({ name: z.string().trim().min(1).max(limits.name) })).max(30).default([]),
  errTypeLabel: ignored,
  errDrugLabel: ignored,
  rating: ignored,
  version: ignored,
  idx: ignored,
};
export const NewEntry = z.strictObject({ _id: ignored, ...EntryFields });
export const AddReview = z.strictObject({
  admissionId: Id,
  reviewDate: CalendarDate,
  clinicalNote: RichText.default(''),
  drugErrs: z.array(NewEntry).max(limits.entriesPerReview, `At most ${limits.entriesPerReview} entries a review`).default([]),
  userId: ignored, userEmail: ignored, userName: ignored, userPhone: ignored, patientId: ignored, teamId: ignored,
});
export const EditReviewHead = z.strictObject({ reviewId: ignored, reviewDate: CalendarDate, clinicalNote: RichText });
export const AddReviewMedication = z.strictObject({ reviewId: ignored, drugErr: NewEntry });
export const UpdateReviewMedication = z.strictObject({ reviewId: ignored, drugErr: z.strictObject({ ...EntryFields, _id: Id }) });
/** `{_id}` is enough; the specification's call sends the whole entry. */
export const RemoveReviewMedication = z.strictObject({ reviewId: ignored, drugErr: z.looseObject({ _id: Id }) });
export const RateError = z.strictObject({ reviewId: ignored, errId: Id, rating: Rating });
export const AddPhysicianNote = z.strictObject({
  admissionId: Id,
  noteDate: CalendarDate,
  note: RichText,
  userId: ignored, userName: ignored, userPhone: ignored, patientId: ignored, teamId: ignored,
});

export const AddErrorType = z.strictObject({ label: Name('Label') });
export const AddTag = z.strictObject({ label: Name('Label') });
export const AddDrug = z.strictObject({
  label: Name('Root name'),
  tradeLabels: z.array(z.strictObject({ idx: ignored, label: Name('Trade label') })).min(1, 'A drug needs at least one trade label').max(200),
  errTemps: z.array(z.strictObject({ idx: ignored, errType: Id, isAdult: z.boolean().default(true), label: RichText })).max(200).default([]),
  tags: z.array(Id).max(50).default([]),
  tips: z.string().max(limits.richText).default(''),
});

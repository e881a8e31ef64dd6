/**
 * What can happen on `admission-<id>`: stored formats, for ever. A new meaning is a new type (architecture, rule 10).
 * Who did it and when is in the metadata. Payloads are encrypted with the patient's key on their way to the log.
 */
import * as z from 'zod';
import { CalendarDate } from '../values/calendar-date.ts';
import type { DischargeStatus, Response, Severity } from '../values/codes.ts';
import type { EventsOf } from '../event-schema.ts';
import { Id } from '../values/fields.ts';
import { because } from '../reasons/because.ts';
import { RichText } from '../values/rich-text.ts';

export const SeverityCode = z.enum(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']) satisfies z.ZodType<Severity>;
export const ResponseCode = z.union([
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
]) satisfies z.ZodType<Response>;
export const DischargeStatusCode = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
  z.literal(6),
]) satisfies z.ZodType<DischargeStatus>;
export const Rating = z.number().min(0).max(5).multipleOf(0.5, because('rating-not-in-half-steps'));

/**
 * One medicine reviewed that day. `errRes`, `errSeverity` and `followUpDate` are null where unset, and always with the
 * type "No error".
 */
export const Entry = z.object({
  entryId: Id,
  errType: Id,
  errTypeLabel: z.string(),
  /** Trade-label id. */
  errDrug: Id,
  errDrugLabel: z.string(),
  errNote: RichText,
  errRes: ResponseCode.nullable(),
  errSeverity: SeverityCode.nullable(),
  /** When somebody is to look again what came of it. */
  followUpDate: CalendarDate.nullable(),
  drugTags: z.array(z.object({ name: z.string() })),
});
export type Entry = z.infer<typeof Entry>;

/** An entry of a duplicated review, with the entry that it was copied from. */
export const CopiedEntry = Entry.extend({ copiedFrom: Id });
export type CopiedEntry = z.infer<typeof CopiedEntry>;

/** A medicine that the patient takes during the admission. `stopDate` is null while it is taken. */
export const Medication = z.object({
  medicationId: Id,
  /** Trade-label id. */
  drug: Id,
  drugLabel: z.string(),
  dose: z.string(),
  route: z.string(),
  frequency: z.string(),
  startDate: CalendarDate,
  stopDate: CalendarDate.nullable(),
  note: z.string(),
});
export type Medication = z.infer<typeof Medication>;

export const admissionEvents = {
  PatientAdmitted: z.object({ patientId: Id, teamId: Id, admissionDate: CalendarDate, admissionDetails: RichText }),
  /** Date and details as they stand afterwards. */
  AdmissionEdited: z.object({ admissionDate: CalendarDate, admissionDetails: RichText }),
  /** Also a correction of what was said of the discharge. */
  PatientDischarged: z.object({
    dischargeDate: CalendarDate,
    dischargeStatus: DischargeStatusCode,
    dischargeNote: z.string(),
  }),
  /** The discharge was a mistake: the patient lies in. */
  DischargeCancelled: z.object({}),
  /** The last event of its stream. `AdmissionUnregistered` on the patient's stream follows. */
  AdmissionDeleted: z.object({}),
  ReviewAdded: z.object({ reviewId: Id, reviewDate: CalendarDate, clinicalNote: RichText, entries: z.array(Entry) }),
  ReviewDuplicated: z.object({
    reviewId: Id,
    copiedFrom: Id,
    reviewDate: CalendarDate,
    clinicalNote: RichText,
    entries: z.array(CopiedEntry),
  }),
  ReviewHeadEdited: z.object({ reviewId: Id, reviewDate: CalendarDate, clinicalNote: RichText }),
  ReviewDeleted: z.object({ reviewId: Id }),
  ReviewMedicationAdded: z.object({ reviewId: Id, entry: Entry }),
  /** The whole entry as it stands afterwards; its rating stays. */
  ReviewMedicationUpdated: z.object({ reviewId: Id, entry: Entry }),
  ReviewMedicationRemoved: z.object({ reviewId: Id, entryId: Id }),
  /** Null: there is none any more. */
  FollowUpDateSet: z.object({ reviewId: Id, entryId: Id, followUpDate: CalendarDate.nullable() }),
  ErrorRated: z.object({ reviewId: Id, entryId: Id, rating: Rating }),
  PhysicianNoteAdded: z.object({ noteId: Id, noteDate: CalendarDate, note: RichText }),
  PhysicianNoteEdited: z.object({ noteId: Id, noteDate: CalendarDate, note: RichText }),
  PhysicianNoteDeleted: z.object({ noteId: Id }),
  /** `images` are addresses: paths of this installation, or those of the team's image service. */
  GalleryGroupAdded: z.object({ groupId: Id, title: z.string(), images: z.array(z.string()) }),
  GalleryGroupRemoved: z.object({ groupId: Id }),
  /** At the end of the list. */
  AdmissionMedicationAdded: z.object({ medication: Medication }),
  /** The whole medication as it stands afterwards; its place in the list stays. */
  AdmissionMedicationUpdated: z.object({ medication: Medication }),
  AdmissionMedicationStopped: z.object({ medicationId: Id, stopDate: CalendarDate }),
  AdmissionMedicationDeleted: z.object({ medicationId: Id }),
  /** Every medication of the list, in its new order. */
  AdmissionMedicationsSorted: z.object({ medicationIds: z.array(Id) }),
};
export type AdmissionEvent = EventsOf<typeof admissionEvents>;

export const admissionStream = (admissionId: string): string => `admission-${admissionId}`;

/**
 * A review's or note's id names its admission, `<admissionId>.<part>`, as a trade label's names its drug: a command
 * that knows only the review finds the stream without asking a read model (architecture, rule 5). `part` holds no dot.
 */
export const reviewIdOf = (admissionId: string, part: string): string => `${admissionId}.${part}`;
export const noteIdOf = reviewIdOf;
export const admissionOfReview = (reviewId: string): string => reviewId.split('.')[0] ?? reviewId;
export const admissionOfNote = admissionOfReview;

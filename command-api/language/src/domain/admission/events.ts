/**
 * The events of `admission-<id>`: stored formats. A new meaning is a new type (docs/architecture.md, "Rule 10: events
 * are for ever"). Actor and time are in the metadata. The patient's key encrypts the payloads.
 */
import * as z from 'zod';
import { CalendarDate } from '../values/calendar-date.ts';
import {
  homeMedicationSources,
  limits,
  measurementSources,
  physicianAnswers,
  reconciliationActions,
  reconciliationStages,
  type DischargeStatus,
  type Response,
  type Severity,
} from '../values/codes.ts';
import type { EventsOf } from '../event-schema.ts';
import { Id } from '../values/fields.ts';
import { reviewLevels } from '../priority/views.ts';
import { because } from '../reasons/because.ts';
import { RichText } from '../values/rich-text.ts';
import { storedCareDetails } from './care-details.ts';

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
export const Rating = z.number().min(0).max(limits.rating).multipleOf(0.5, because('rating-not-in-half-steps'));

/**
 * One reviewed medicine. `errRes`, `errSeverity` and `followUpDate` are null where unset, and always with the type "No
 * error".
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
  /** The answers that led to the severity (`severity-questions.ts`). Older entries have none. */
  severityAnswers: z.array(z.string()).exactOptional(),
  /** The day on which a person looks again at the result (docs/product.md, "Follow-up dates"). */
  followUpDate: CalendarDate.nullable(),
  drugTags: z.array(z.object({ name: z.string() })),
  /** Codes that a person chose (`pcne.ts`). Older entries have none. */
  pcne: z.array(z.string()).exactOptional(),
});
export type Entry = z.infer<typeof Entry>;

/** Whom an entry is addressed to. */
export const EntryAddress = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('physician'), userId: Id }),
  /** All physicians of the team. */
  z.object({ kind: z.literal('physicians') }),
]);
export type EntryAddress = z.infer<typeof EntryAddress>;
export const AnswerCode = z.enum(physicianAnswers);
/** `text`: what is changed, or why. `reason`: one of the team's reasons for a refusal, or ''. */
const answered = { answer: AnswerCode, text: z.string(), reason: z.string() };
/** 1: whom it is asked of, 2: the team's other physicians, 3: the team's admin (`remind.ts`). */
const ReminderStep = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type ReminderStep = z.infer<typeof ReminderStep>;
/** The instants are ISO 8601 UTC. `nextAt`: when the next step was due, as the rules of the team were then. */
const reminder = { step: ReminderStep, nextAt: z.string().nullable() };
/** Whom an entry is asked of, and the last answer. The instants are ISO 8601 UTC. */
const Asked = z.object({
  /** From then on it waits for an answer. */
  at: z.string(),
  /** Null: the default (`asked-of.ts`). */
  address: EntryAddress.nullable(),
  /** `isOfEarlierText`: the author has changed drug, type or note since. */
  answer: z
    .object({ ...answered, userId: Id, at: z.string(), isOfEarlierText: z.literal(true).exactOptional() })
    .nullable(),
  /** The person who recorded the response, where no physician's answer gave it. */
  reportedBy: Id.nullable(),
  /** The last reminder. `to`: all who were reminded since `at`. */
  reminded: z.object({ ...reminder, at: z.string(), to: z.array(Id) }).exactOptional(),
});
export type Asked = z.infer<typeof Asked>;

/** An entry of a duplicated review, with its original. */
export const CopiedEntry = Entry.extend({ copiedFrom: Id });
export type CopiedEntry = z.infer<typeof CopiedEntry>;

/** A medicine of the admission. `stopDate` is null while the patient takes it. */
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
  /** The reason for which it is given. */
  indication: z.string().exactOptional(),
  /** The samples that were sent for it, and what was found. */
  culture: z.string().exactOptional(),
});
export type Medication = z.infer<typeof Medication>;

/**
 * A measured value. `value` and `unit` are as they were entered. `takenAt` and `lastDoseAt` are HH:MM, empty where only the
 * day is known. The last dose is that before the sample of a drug level.
 */
export const Measurement = z.object({
  measurementId: Id,
  /** A kind of `domain/measurements/kinds.ts`. */
  kind: z.string(),
  value: z.number(),
  /** UCUM. */
  unit: z.string(),
  takenOn: CalendarDate,
  takenAt: z.string(),
  lastDoseOn: CalendarDate.nullable(),
  lastDoseAt: z.string(),
  source: z.enum(measurementSources),
  note: z.string(),
});
export type Measurement = z.infer<typeof Measurement>;

/** A finding as it was when a person decided on it (`domain/checks/finding.ts`). */
export const DecidedFinding = z.strictObject({
  key: z.string().min(1).max(limits.findingKey),
  fingerprint: z.string().min(1).max(limits.findingFingerprint),
  statementId: Id,
  statementVersion: z.int().min(1).max(limits.statementVersion),
});
export type DecidedFinding = z.infer<typeof DecidedFinding>;
/** `until`: the day from which a deferred finding is shown again. */
export const FindingDecision = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('taken'), reviewId: Id, entryId: Id }),
  z.object({ kind: z.literal('deferred'), until: CalendarDate }),
  z.object({ kind: z.literal('dismissed'), reason: z.string() }),
]);
export type FindingDecision = z.infer<typeof FindingDecision>;

/** A medicine that the patient took before the admission. `drug` is empty where the catalogue does not have it. */
export const HomeMedication = z.object({
  homeMedicationId: Id,
  /** Trade-label id. */
  drug: z.union([Id, z.literal('')]),
  drugLabel: z.string(),
  dose: z.string(),
  route: z.string(),
  frequency: z.string(),
  /** The reason for which it is taken. */
  indication: z.string(),
  source: z.enum(homeMedicationSources),
  note: z.string(),
});
export type HomeMedication = z.infer<typeof HomeMedication>;

/**
 * The decision about one medicine at one stage. Dose, route, frequency, `until` and advice are what the patient is to take
 * after the discharge, and empty at the other stages. `until`: the last day of a course; of a held medicine, the first day
 * with it again.
 */
export const ReconciledLine = z.object({
  stage: z.enum(reconciliationStages),
  /** A home medicine, or a medicine of the stay that is none. */
  line: z.object({ kind: z.enum(['home', 'stay']), id: Id }),
  action: z.enum(reconciliationActions),
  reason: z.string(),
  dose: z.string(),
  route: z.string(),
  frequency: z.string(),
  until: CalendarDate.nullable(),
  advice: z.string(),
});
export type ReconciledLine = z.infer<typeof ReconciledLine>;

/** From when to when a state was known, ISO 8601 UTC. Without `until` it is the last one. */
const knownSpan = { since: z.string(), until: z.string().exactOptional() };
/** Tells apart the reviews of one erased admission; it is no id of theirs. */
const reviewNumber = z.int().min(0);
/** The team in which it was written, and the day of care. */
const countedOn = { teamId: Id, reviewDate: CalendarDate };

/**
 * The figures that reports count of an erased review: no text, no id (docs/decisions/write-side/erasure-by-two.md).
 */
export const ErasedReview = z.object({ number: reviewNumber, ...countedOn, authorId: Id, ...knownSpan });
/**
 * The figures that reports count of an entry other than "No error": no text, no drug, no id.
 * `number` is its review's.
 */
export const ErasedError = z.object({
  number: reviewNumber,
  ...countedOn,
  errType: Id,
  errTypeLabel: z.string(),
  errRes: ResponseCode.nullable(),
  errSeverity: SeverityCode.nullable(),
  drugTags: z.array(z.object({ name: z.string() })),
  pcne: z.array(z.string()).exactOptional(),
  /** It counted elsewhere: it was copied with its review, and was the same. */
  isRepeated: z.literal(true).exactOptional(),
  ...knownSpan,
});
export type ErasedReview = z.infer<typeof ErasedReview>;
export type ErasedError = z.infer<typeof ErasedError>;
/** The kinds of things that can be moved to another chart. */
export const MovedKind = z.enum(['entry', 'review', 'note', 'images']);
export type MovedKind = z.infer<typeof MovedKind>;

/** The chart that a thing was moved from, and its ids there. */
export const MovedFrom = z.object({
  moveId: Id,
  admissionId: Id,
  /** The review of an entry. */
  reviewId: Id.nullable(),
  id: Id,
  reason: z.string(),
  movedBy: Id,
  /** ISO 8601 UTC. */
  movedAt: z.string(),
});
export type MovedFrom = z.infer<typeof MovedFrom>;
/** The earlier place of a thing that comes back, if it was moved here before. */
const movedFrom = MovedFrom.optional();

/** An entry with its rating. `was`: its id before the move. */
export const MovedEntry = Entry.extend({
  was: Id,
  copiedFrom: Id.optional(),
  /** The id that the error was first written under. */
  firstId: Id.exactOptional(),
  rating: Rating.nullable(),
  responsible: Id.exactOptional(),
  asked: Asked.exactOptional(),
  /** The last answer of each physician: ISO 8601 UTC by user id. */
  answeredAt: z.record(Id, z.string()).exactOptional(),
  movedFrom,
});
export type MovedEntry = z.infer<typeof MovedEntry>;

/** Who wrote it, and when: a move does not change it. */
const writing = { authorId: Id, createdAt: z.string() };
/** The team for which it counts. `writtenIn`: the team where it was written, if the chart was never in that team. */
const writingInTeam = { ...writing, teamId: Id, writtenIn: Id.exactOptional() };
/** A moved thing with its content and its new ids. `was`: its id before the move. */
export const MovedRecord = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('entry'),
    reviewId: Id,
    /** The review is made with the entry: of the same day and author as the one that it comes from. */
    isNewReview: z.boolean(),
    wasIn: z.object({ reviewId: Id, reviewDate: CalendarDate, ...writingInTeam }),
    entry: MovedEntry,
  }),
  z.object({
    kind: z.literal('review'),
    was: Id,
    reviewId: Id,
    copiedFrom: Id.optional(),
    reviewDate: CalendarDate,
    clinicalNote: RichText,
    entries: z.array(MovedEntry),
    movedFrom,
    ...writingInTeam,
  }),
  z.object({
    kind: z.literal('note'),
    was: Id,
    noteId: Id,
    noteDate: CalendarDate,
    note: RichText,
    movedFrom,
    ...writingInTeam,
  }),
  z.object({
    kind: z.literal('images'),
    was: Id,
    groupId: Id,
    title: z.string(),
    images: z.array(z.string()),
    movedFrom,
    ...writing,
  }),
]);
export type MovedRecord = z.infer<typeof MovedRecord>;

export const admissionEvents = {
  PatientAdmitted: z.object({
    patientId: Id,
    teamId: Id,
    admissionDate: CalendarDate,
    admissionDetails: RichText,
    ...storedCareDetails,
  }),
  /** Date and details after the change, and the care details that changed. */
  AdmissionEdited: z.object({ admissionDate: CalendarDate, admissionDetails: RichText, ...storedCareDetails }),
  /** Also a correction of an earlier discharge. */
  PatientDischarged: z.object({
    dischargeDate: CalendarDate,
    dischargeStatus: DischargeStatusCode,
    dischargeNote: z.string(),
  }),
  /** The discharge was a mistake: the patient is still admitted. */
  DischargeCancelled: z.object({}),
  /** The last event of its stream. `AdmissionUnregistered` on the patient's stream follows. */
  AdmissionDeleted: z.object({}),
  /** To a team that receives transfers. `toTeamName` is its name then. */
  TransferOffered: z.object({ offerId: Id, toTeamId: Id, toTeamName: z.string(), note: z.string() }),
  /** By the offering team, or by a discharge or a deletion. */
  TransferWithdrawn: z.object({ offerId: Id, toTeamId: Id }),
  TransferDeclined: z.object({ offerId: Id, toTeamId: Id, reason: z.string() }),
  /**
   * The admission belongs to the receiving team from here on: this event's metadata names it. `transferDate` is the
   * first day there. `room` and `bed` are those of the receiving team, empty where they are not known. `PatientTransferred` on the patient's
   * stream follows.
   */
  TransferAccepted: z.object({
    offerId: Id,
    fromTeamId: Id,
    toTeamId: Id,
    transferDate: CalendarDate,
    room: storedCareDetails.room,
    bed: storedCareDetails.bed,
  }),
  /**
   * The patient was erased (`PatientErasureAgreed` on the patient's stream). The last event of its stream, or the only
   * one. Never encrypted: it is readable after the patient's key is destroyed, and holds days, codes and tags only.
   */
  AdmissionErased: z.object({
    patientId: Id,
    /** The patient who stays, of a merged one. */
    personId: Id.exactOptional(),
    teamId: Id,
    /** The other teams that the admission was in. */
    otherTeamIds: z.array(Id).exactOptional(),
    reviews: z.array(ErasedReview),
    errors: z.array(ErasedError),
  }),
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
  /** The whole entry after the change. Its rating stays. */
  ReviewMedicationUpdated: z.object({ reviewId: Id, entry: Entry }),
  ReviewMedicationRemoved: z.object({ reviewId: Id, entryId: Id }),
  /** Null removes the date. */
  FollowUpDateSet: z.object({ reviewId: Id, entryId: Id, followUpDate: CalendarDate.nullable() }),
  /**
   * The actor is responsible for the response from here on. Review and entry stay their author's
   * (docs/decisions/write-side/people-leave.md).
   */
  EntryTakenOver: z.object({ reviewId: Id, entryId: Id }),
  /** The response alone. Null takes it back. */
  ResponseRecorded: z.object({ reviewId: Id, entryId: Id, errRes: ResponseCode.nullable() }),
  /** `default`: the consultant of the stay, or the team's physicians (`asked-of.ts`). */
  EntryAddressed: z.object({
    reviewId: Id,
    entryId: Id,
    to: z.discriminatedUnion('kind', [...EntryAddress.options, z.object({ kind: z.literal('default') })]),
  }),
  /**
   * A physician's own answer: a later one replaces it. Accepted and changed are the response "Accept", refused is "Reject";
   * without a response the entry waits. `corrects`: by its giver within the team's time.
   */
  EntryAnswered: z.object({ reviewId: Id, entryId: Id, ...answered, corrects: z.literal(true).exactOptional() }),
  /** By the product: the entry still waits for an answer. `to`: those who are reminded now. */
  AnswerReminded: z.object({ reviewId: Id, entryId: Id, ...reminder, to: z.array(Id) }),
  ErrorRated: z.object({ reviewId: Id, entryId: Id, rating: Rating }),
  PhysicianNoteAdded: z.object({ noteId: Id, noteDate: CalendarDate, note: RichText }),
  PhysicianNoteEdited: z.object({ noteId: Id, noteDate: CalendarDate, note: RichText }),
  PhysicianNoteDeleted: z.object({ noteId: Id }),
  /** `images` are addresses: paths of this installation, or URLs of the team's image service. */
  GalleryGroupAdded: z.object({ groupId: Id, title: z.string(), images: z.array(z.string()) }),
  GalleryGroupRemoved: z.object({ groupId: Id }),
  /** Appended to the list. */
  AdmissionMedicationAdded: z.object({ medication: Medication }),
  /**
   * The whole medication after the change. Its place in the list stays. `doseChangedOn`: the day of a change of dose,
   * route or frequency of a medicine that was given already.
   */
  AdmissionMedicationUpdated: z.object({ medication: Medication, doseChangedOn: CalendarDate.exactOptional() }),
  AdmissionMedicationStopped: z.object({ medicationId: Id, stopDate: CalendarDate }),
  /** `from`: the first day without the medication. `until`: the first day with it again; null until it is resumed. */
  MedicationHeld: z.object({
    medicationId: Id,
    from: CalendarDate,
    until: CalendarDate.nullable(),
    reason: z.string(),
  }),
  /** `on`: the first day with the medication again. */
  MedicationHoldEnded: z.object({ medicationId: Id, on: CalendarDate }),
  AdmissionMedicationDeleted: z.object({ medicationId: Id }),
  /** Every medication of the list, in its new order. */
  AdmissionMedicationsSorted: z.object({ medicationIds: z.array(Id) }),
  /** One line that a person entered, or one panel of a laboratory. */
  MeasurementsRecorded: z.object({ measurements: z.array(Measurement) }),
  /** The whole measurement after the change. */
  MeasurementCorrected: z.object({ measurement: Measurement }),
  MeasurementRemoved: z.object({ measurementId: Id, reason: z.string() }),
  /** A taken one follows the event that adds its entry. The last decision on a key and fingerprint counts. */
  FindingDecided: z.object({ finding: DecidedFinding, decision: FindingDecision }),
  /** Recorded, or corrected under the same id: the whole medicine. */
  HomeMedicationRecorded: z.object({ medication: HomeMedication }),
  HomeMedicationRemoved: z.object({ homeMedicationId: Id }),
  /** A later decision about the same line at the same stage replaces it. */
  MedicationReconciled: ReconciledLine,
  /** The actor has the patient on their list of that day. Several people may. */
  PatientTaken: z.object({ day: CalendarDate }),
  PatientReleased: z.object({ day: CalendarDate }),
  /** A later deferral replaces it. `until`: the day from which the patient is due again. */
  PatientDeferred: z.object({ until: CalendarDate, reason: z.string() }),
  DeferralEnded: z.object({}),
  /** The last mark of a day counts. */
  ReviewLevelMarked: z.object({ day: CalendarDate, level: z.enum(reviewLevels) }),
  ReviewLevelCleared: z.object({ day: CalendarDate }),
  /**
   * The first step of a move: the thing is gone from this chart. `reviewId` is that of an entry, `images` are those that
   * were moved of a group. `MovedFromAnotherChart` on the other admission's stream follows, then `MoveCompleted` here.
   */
  MovedToAnotherChart: z.object({
    moveId: Id,
    reason: z.string(),
    what: z.object({ kind: MovedKind, id: Id, reviewId: Id.nullable(), images: z.array(z.string()) }),
    to: z.object({ admissionId: Id, reviewId: Id.nullable(), isNewReview: z.boolean(), id: Id }),
  }),
  /** The second step: the thing is in this chart, with its content, author and time of writing. */
  MovedFromAnotherChart: z.object({
    moveId: Id,
    reason: z.string(),
    from: z.object({ admissionId: Id }),
    moved: MovedRecord,
  }),
  /** The other chart could not take it: it is back. */
  MoveReturned: z.object({ moveId: Id, moved: MovedRecord }),
  /** The other chart has it. */
  MoveCompleted: z.object({ moveId: Id, what: z.object({ kind: MovedKind, id: Id, reviewId: Id.nullable() }) }),
};
export type AdmissionEvent = EventsOf<typeof admissionEvents>;

export const admissionStream = (admissionId: string): string => `admission-${admissionId}`;

/**
 * The id of a review or note contains its admission: `<admissionId>.<part>`. A command that names only the review finds
 * the stream without a read model (docs/architecture.md, "Rule 5: the stream that sees it decides"). `part` has no dot.
 */
export const reviewIdOf = (admissionId: string, part: string): string => `${admissionId}.${part}`;
export const noteIdOf = reviewIdOf;
export const admissionOfReview = (reviewId: string): string => reviewId.split('.')[0] ?? reviewId;
export const admissionOfNote = admissionOfReview;

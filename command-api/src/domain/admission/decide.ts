/**
 * What is allowed in an admission. Order everywhere: is it there, may this person, is it possible, is it already so, has somebody
 * else changed it since. "Already so" comes before the conflict: two people who want the same have none.
 */
import type { CalendarDate } from '../calendar-date.ts';
import { type DischargeStatus, isNoError, limits } from '../codes.ts';
import { type Actor, type Command, Rejection, refuseIfChanged } from '../command.ts';
import { refuseImpossibleAdmissionDate, refuseImpossibleDateOfRecord, refuseImpossibleDischargeDate } from '../dates-of-care.ts';
import { invalidField, refuseUnless } from '../refusals.ts';
import type { AdmissionEvent, Entry } from './events.ts';
import { admitted, entryOf, reviewOf } from './lookup.ts';
import type { Admission, Review } from './state.ts';

export interface AdmitPatient {
  readonly patientId: string;
  readonly teamId: string;
  readonly admissionDate: CalendarDate;
  /** HTML, sanitised. */
  readonly admissionDetails: string;
}
export interface DischargePatient {
  readonly admissionId: string;
  readonly dischargeDate: CalendarDate;
  readonly dischargeStatus: DischargeStatus;
  readonly dischargeNote: string;
}
/** New entries come with their ids and with the labels of their type and drug, looked up by the caller. */
export interface AddReview {
  readonly reviewId: string;
  readonly reviewDate: CalendarDate;
  /** HTML, sanitised. */
  readonly clinicalNote: string;
  readonly entries: readonly Entry[];
}
export interface EditReviewHead {
  readonly reviewId: string;
  readonly reviewDate: CalendarDate;
  /** HTML, sanitised. */
  readonly clinicalNote: string;
}
export interface AddReviewMedication {
  readonly reviewId: string;
  readonly entry: Entry;
}
/** The whole entry as it shall stand; its rating stays. */
export interface UpdateReviewMedication {
  readonly reviewId: string;
  readonly entry: Entry;
}
export interface RemoveReviewMedication {
  readonly reviewId: string;
  readonly entryId: string;
}
export interface RateError {
  readonly reviewId: string;
  readonly entryId: string;
  /** 0 to 5 in half steps. */
  readonly rating: number;
}
export interface AddPhysicianNote {
  readonly noteId: string;
  readonly noteDate: CalendarDate;
  /** HTML, sanitised. */
  readonly note: string;
}

/** Second half of admitting (rule 5): `AdmissionRegistered` stands on the patient's stream already. A repeat writes nothing. */
export function admitPatient(admission: Admission, command: Command<AdmitPatient>): AdmissionEvent[] {
  const { patientId, teamId, admissionDate, admissionDetails } = command;
  refuseUnless(command.actor.canEdit);
  if (admission.status !== 'none') {
    if (admission.patientId === patientId && admission.teamId === teamId) return [];
    throw new Rejection('conflict', 'This admission belongs to another patient');
  }
  refuseImpossibleAdmissionDate(admissionDate, command.today);
  return [{ type: 'PatientAdmitted', data: { patientId, teamId, admissionDate, admissionDetails } }];
}

/** Specification §4 (date, status, note). Discharging again corrects what was said of the discharge. */
export function dischargePatient(admission: Admission, command: Command<DischargePatient>): AdmissionEvent[] {
  const { dischargeDate, dischargeStatus, dischargeNote } = command;
  const { admissionDate, touch } = admitted(admission);
  refuseUnless(command.actor.canEdit);
  refuseImpossibleDischargeDate(dischargeDate, admissionDate, command.today);
  if (
    admission.status === 'discharged' &&
    admission.dischargeDate === dischargeDate &&
    admission.dischargeStatus === dischargeStatus &&
    admission.dischargeNote === dischargeNote
  ) {
    return [];
  }
  refuseIfChanged(command, { kind: 'admission', id: command.admissionId }, touch);
  return [{ type: 'PatientDischarged', data: { dischargeDate, dischargeStatus, dischargeNote } }];
}

/** Specification §6: clinical pharmacists write reviews. They may do so after discharge as well (decisions, "Rules and rights"). */
export function addReview(admission: Admission, command: Command<AddReview>): AdmissionEvent[] {
  const { reviewId, reviewDate, clinicalNote, entries } = command;
  const { admissionDate, reviews } = admitted(admission);
  refuseUnless(command.actor.canEdit);
  if (reviews.some((review) => review.reviewId === reviewId)) return [];
  refuseImpossibleDateOfRecord('reviewDate', reviewDate, admissionDate, command.today);
  refuseTooManyEntries(entries.length);
  return [{ type: 'ReviewAdded', data: { reviewId, reviewDate, clinicalNote, entries: entries.map(clearedWhereNoError) } }];
}

/** Specification §6: by the review's author. */
export function editReviewHead(admission: Admission, command: Command<EditReviewHead>): AdmissionEvent[] {
  const { reviewId, reviewDate, clinicalNote } = command;
  const { admissionDate } = admitted(admission);
  const review = reviewOf(admission, reviewId);
  refuseUnless(isAuthor(command.actor, review));
  refuseImpossibleDateOfRecord('reviewDate', reviewDate, admissionDate, command.today);
  if (review.reviewDate === reviewDate && review.clinicalNote === clinicalNote) return [];
  refuseIfChanged(command, { kind: 'review', id: reviewId }, review.touch);
  return [{ type: 'ReviewHeadEdited', data: { reviewId, reviewDate, clinicalNote } }];
}

/** Specification §6: by the review's author. */
export function addReviewMedication(admission: Admission, command: Command<AddReviewMedication>): AdmissionEvent[] {
  const { reviewId, entry } = command;
  const review = reviewOf(admission, reviewId);
  refuseUnless(isAuthor(command.actor, review));
  if (review.entries.some(({ entryId }) => entryId === entry.entryId)) return [];
  refuseTooManyEntries(review.entries.length + 1);
  return [{ type: 'ReviewMedicationAdded', data: { reviewId, entry: clearedWhereNoError(entry) } }];
}

/** Specification §6: by the review's author. */
export function updateReviewMedication(admission: Admission, command: Command<UpdateReviewMedication>): AdmissionEvent[] {
  const { reviewId } = command;
  const review = reviewOf(admission, reviewId);
  refuseUnless(isAuthor(command.actor, review));
  const standing = entryOf(review, command.entry.entryId);
  const entry = clearedWhereNoError(command.entry);
  if (sameEntry(standing, entry)) return [];
  refuseIfChanged(command, { kind: 'entry', id: entry.entryId }, standing.touch);
  return [{ type: 'ReviewMedicationUpdated', data: { reviewId, entry } }];
}

/** Specification §6: by the review's author. */
export function removeReviewMedication(admission: Admission, command: Command<RemoveReviewMedication>): AdmissionEvent[] {
  const { reviewId, entryId } = command;
  const review = reviewOf(admission, reviewId);
  refuseUnless(isAuthor(command.actor, review));
  const { touch } = entryOf(review, entryId);
  refuseIfChanged(command, { kind: 'entry', id: entryId }, touch);
  return [{ type: 'ReviewMedicationRemoved', data: { reviewId, entryId } }];
}

/** Specification §6 and §9: the team's admin rates an entry, 0 to 5 in half steps. */
export function rateError(admission: Admission, command: Command<RateError>): AdmissionEvent[] {
  const { reviewId, entryId, rating } = command;
  admitted(admission);
  refuseUnless(command.actor.isTeamAdmin);
  const entry = entryOf(reviewOf(admission, reviewId), entryId);
  if (entry.rating === rating) return [];
  refuseIfChanged(command, { kind: 'entry', id: entryId }, entry.touch);
  return [{ type: 'ErrorRated', data: { reviewId, entryId, rating } }];
}

/** Specification §6: physicians write notes. */
export function addPhysicianNote(admission: Admission, command: Command<AddPhysicianNote>): AdmissionEvent[] {
  const { noteId, noteDate, note } = command;
  const { admissionDate, notes } = admitted(admission);
  refuseUnless(command.actor.isPhysic);
  if (notes.some((standing) => standing.noteId === noteId)) return [];
  refuseImpossibleDateOfRecord('noteDate', noteDate, admissionDate, command.today);
  return [{ type: 'PhysicianNoteAdded', data: { noteId, noteDate, note } }];
}

/** By user id, and only while a member of the team (decisions, "Rules and rights"). */
const isAuthor = (actor: Actor, review: Review): boolean => actor.isMember && actor.id === review.authorId;

/** "No error" carries no severity and no response, whatever was sent (decisions, trap 2). */
const clearedWhereNoError = (entry: Entry): Entry => (isNoError(entry.errType) ? { ...entry, errRes: null, errSeverity: null } : entry);

function refuseTooManyEntries(count: number): void {
  if (count > limits.entriesPerReview) throw invalidField('drugErrs', `At most ${limits.entriesPerReview} entries a review`);
}

const sameEntry = (a: Entry, b: Entry): boolean =>
  a.errType === b.errType &&
  a.errTypeLabel === b.errTypeLabel &&
  a.errDrug === b.errDrug &&
  a.errDrugLabel === b.errDrugLabel &&
  a.errNote === b.errNote &&
  a.errRes === b.errRes &&
  a.errSeverity === b.errSeverity &&
  a.drugTags.length === b.drugTags.length &&
  a.drugTags.every((tag, index) => tag.name === b.drugTags[index]?.name);

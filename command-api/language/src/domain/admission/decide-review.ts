/**
 * The commands of reviews and their entries (docs/product.md, "Rights"): the author changes them, the team admin rates,
 * every clinical pharmacist sets follow-up dates. The order of checks is that of `decide.ts`.
 */
import type { CalendarDate } from '../values/calendar-date.ts';
import { isNoError, limits } from '../values/codes.ts';
import { isSame, pick } from '../values/record-fields.ts';
import { type Actor, type Command, refuseIfChanged } from '../command.ts';
import { refuseImpossibleDateOfRecord, refuseImpossibleFollowUpDate } from '../values/dates-of-care.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, refuseUnless } from '../refusals.ts';
import { decideFinding } from './decide-finding.ts';
import type { AdmissionEvent, DecidedFinding, Entry } from './events.ts';
import { refuseWhileMoving } from './decide-move.ts';
import { withoutContradictions, emptyInCopies, entryFields, reviewFields } from './fields.ts';
import { admitted, entryOf, reviewOf } from './lookup.ts';
import type { Review } from './records.ts';
import type { Admission } from './state.ts';

/** The caller sets the ids of new entries, and looks up the labels of their type and drug. */
export interface AddReview {
  readonly reviewId: string;
  readonly reviewDate: CalendarDate;
  /** HTML, sanitised. */
  readonly clinicalNote: string;
  readonly entries: readonly Entry[];
}
/** `entryIdOf` gives the id of an entry's copy. The default of `reviewDate` is today. */
export interface DuplicateReview {
  readonly originId: string;
  readonly reviewId: string;
  readonly reviewDate?: CalendarDate | undefined;
  readonly entryIdOf: (originEntryId: string) => string;
}
export interface DeleteReview {
  readonly reviewId: string;
}
export interface EditReviewHead {
  readonly reviewId: string;
  readonly reviewDate: CalendarDate;
  /** HTML, sanitised. */
  readonly clinicalNote: string;
}
/** `finding`: the finding that the entry takes over. */
export interface AddReviewMedication {
  readonly reviewId: string;
  readonly entry: Entry;
  readonly finding?: DecidedFinding | undefined;
}
/** The whole entry after the change. Its rating stays, and its follow-up date where the field is absent. */
export interface UpdateReviewMedication {
  readonly reviewId: string;
  readonly entry: Omit<Entry, 'followUpDate'> & { readonly followUpDate?: CalendarDate | null | undefined };
}
export interface RemoveReviewMedication {
  readonly reviewId: string;
  readonly entryId: string;
}
/** Null removes the date. */
export interface SetFollowUpDate {
  readonly reviewId: string;
  readonly entryId: string;
  readonly followUpDate: CalendarDate | null;
}
export interface RateError {
  readonly reviewId: string;
  readonly entryId: string;
  /** 0 to 5 in half steps. */
  readonly rating: number;
}

/** Clinical pharmacists add reviews, also after discharge (docs/product.md, "Reviews"). */
export function addReview(admission: Admission, command: Command<AddReview>): AdmissionEvent[] {
  const { reviewId, reviewDate, clinicalNote, entries } = command;
  const { admissionDate, reviews } = admitted(admission);
  refuseUnless(command.actor.canEdit);
  if (reviews.some((review) => review.reviewId === reviewId)) return [];
  refuseImpossibleDateOfRecord('reviewDate', reviewDate, admissionDate, command.today);
  refuseTooManyEntries(entries.length);
  const cleared = entries.map(withoutContradictions);
  for (const [index, { followUpDate }] of cleared.entries())
    refuseImpossibleFollowUpDate(`drugErrs.${index}.followUpDate`, followUpDate, reviewDate, command.today);
  return [{ type: 'ReviewAdded', data: { reviewId, reviewDate, clinicalNote, entries: cleared } }];
}

/**
 * Clinical pharmacists duplicate any review of the admission and are the author of the copy (docs/product.md,
 * "Duplicates"). Each entry is marked with its original. Not copied are the rating, which judges the original, the
 * follow-up date, because one follow-up is enough, who has taken the original over, and from where it was moved.
 */
export function duplicateReview(admission: Admission, command: Command<DuplicateReview>): AdmissionEvent[] {
  const { originId, reviewId, reviewDate = command.today, entryIdOf } = command;
  const { admissionDate, reviews } = admitted(admission);
  refuseUnless(command.actor.canEdit);
  if (reviews.some((review) => review.reviewId === reviewId)) return [];
  const { entries } = reviewOf(admission, originId);
  refuseImpossibleDateOfRecord('reviewDate', reviewDate, admissionDate, command.today);
  const copies = entries.map((entry) => ({
    ...pick(entryFields, entry),
    ...emptyInCopies,
    entryId: entryIdOf(entry.entryId),
    copiedFrom: entry.entryId,
  }));
  // The note speaks of its own day.
  return [
    {
      type: 'ReviewDuplicated',
      data: { reviewId, copiedFrom: originId, reviewDate, clinicalNote: '', entries: copies },
    },
  ];
}

/** By the review's author. Its entries are deleted with it. */
export function deleteReview(admission: Admission, command: Command<DeleteReview>): AdmissionEvent[] {
  const { reviewId } = command;
  const review = reviewOf(admission, reviewId);
  refuseUnless(isAuthor(command.actor, review));
  refuseWhileMoving(admission, reviewId);
  refuseIfChanged(command, { kind: 'review', id: reviewId }, review.whole);
  return [{ type: 'ReviewDeleted', data: { reviewId } }];
}

/** By the review's author. */
export function editReviewHead(admission: Admission, command: Command<EditReviewHead>): AdmissionEvent[] {
  const { reviewId, reviewDate, clinicalNote } = command;
  const { admissionDate } = admitted(admission);
  const review = reviewOf(admission, reviewId);
  refuseUnless(isAuthor(command.actor, review));
  refuseImpossibleDateOfRecord('reviewDate', reviewDate, admissionDate, command.today);
  if (isSame(reviewFields, review, command)) return [];
  refuseIfChanged(command, { kind: 'review', id: reviewId }, review.touch);
  return [{ type: 'ReviewHeadEdited', data: { reviewId, reviewDate, clinicalNote } }];
}

/** By the review's author. */
export function addReviewMedication(admission: Admission, command: Command<AddReviewMedication>): AdmissionEvent[] {
  const { reviewId, entry, finding } = command;
  const review = reviewOf(admission, reviewId);
  refuseUnless(isAuthor(command.actor, review));
  if (review.entries.some(({ entryId }) => entryId === entry.entryId)) return [];
  refuseTooManyEntries(review.entries.length + 1);
  const cleared = withoutContradictions(entry);
  refuseImpossibleFollowUpDate('followUpDate', cleared.followUpDate, review.reviewDate, command.today);
  const decision = { kind: 'taken', reviewId, entryId: entry.entryId } as const;
  const taken = finding ? decideFinding(admission, { ...command, finding, decision }) : [];
  return [{ type: 'ReviewMedicationAdded', data: { reviewId, entry: cleared } }, ...taken];
}

/** By the review's author. */
export function updateReviewMedication(
  admission: Admission,
  command: Command<UpdateReviewMedication>,
): AdmissionEvent[] {
  const { reviewId } = command;
  const review = reviewOf(admission, reviewId);
  refuseUnless(isAuthor(command.actor, review));
  const current = entryOf(admission, review, command.entry.entryId);
  const { followUpDate = current.followUpDate, severityAnswers: answers = [] } = command.entry;
  // Answers stay with their letter: a client of before they existed sends none.
  const severityAnswers = answers.length > 0 ? answers : (current.severityAnswers ?? []);
  const entry = withoutContradictions({ ...command.entry, followUpDate, severityAnswers });
  // An unchanged date is not checked: it was possible when it was set, and the review's date may have moved since.
  if (entry.followUpDate !== current.followUpDate)
    refuseImpossibleFollowUpDate('followUpDate', entry.followUpDate, review.reviewDate, command.today);
  if (isSame(entryFields, current, entry)) return [];
  refuseIfChanged(command, { kind: 'entry', id: entry.entryId }, current.touch);
  return [{ type: 'ReviewMedicationUpdated', data: { reviewId, entry } }];
}

/** By the review's author. */
export function removeReviewMedication(
  admission: Admission,
  command: Command<RemoveReviewMedication>,
): AdmissionEvent[] {
  const { reviewId, entryId } = command;
  const review = reviewOf(admission, reviewId);
  refuseUnless(isAuthor(command.actor, review));
  const { touch } = entryOf(admission, review, entryId);
  refuseIfChanged(command, { kind: 'entry', id: entryId }, touch);
  return [{ type: 'ReviewMedicationRemoved', data: { reviewId, entryId } }];
}

/**
 * By the review's author and by every clinical pharmacist of the team, who may replace an absent author. It changes
 * nothing of the error itself (docs/product.md, "Follow-up dates").
 */
export function setFollowUpDate(admission: Admission, command: Command<SetFollowUpDate>): AdmissionEvent[] {
  const { reviewId, entryId, followUpDate, actor } = command;
  const review = reviewOf(admission, reviewId);
  refuseUnless(actor.canEdit || isAuthor(actor, review));
  const entry = entryOf(admission, review, entryId);
  if (entry.followUpDate === followUpDate) return [];
  if (isNoError(entry.errType)) throw invalidField('followUpDate', refusal('no-follow-up-without-error'));
  refuseImpossibleFollowUpDate('followUpDate', followUpDate, review.reviewDate, command.today);
  refuseIfChanged(command, { kind: 'entry', id: entryId }, entry.touch);
  return [{ type: 'FollowUpDateSet', data: { reviewId, entryId, followUpDate } }];
}

/** By the team's admin: 0 to 5 in half steps (docs/product.md, "Ratings"). */
export function rateError(admission: Admission, command: Command<RateError>): AdmissionEvent[] {
  const { reviewId, entryId, rating } = command;
  admitted(admission);
  refuseUnless(command.actor.isTeamAdmin);
  const entry = entryOf(admission, reviewOf(admission, reviewId), entryId);
  if (entry.rating === rating) return [];
  refuseIfChanged(command, { kind: 'entry', id: entryId }, entry.touch);
  return [{ type: 'ErrorRated', data: { reviewId, entryId, rating } }];
}

/** By user id, and only while a member of the team. */
export const isAuthor = (actor: Actor, review: Review): boolean => actor.isMember && actor.id === review.authorId;

function refuseTooManyEntries(count: number): void {
  if (count > limits.entriesPerReview)
    throw invalidField('drugErrs', refusal('too-many-entries', { limit: limits.entriesPerReview }));
}

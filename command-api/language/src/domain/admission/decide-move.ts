/**
 * The commands of a move to another chart, by those who may delete the thing and by the team's admin: the author, and for
 * images every clinical pharmacist (docs/product.md, "Moved to another chart"). The source decides, the target takes or refuses, and the source notes which
 * (docs/decisions/write-side/moved-to-another-chart.md). The order of checks is that of `decide.ts`.
 */
import { limits } from '../values/codes.ts';
import { type Actor, type Command, type EntityConflict, refuseIfChanged, Rejection, type Touch } from '../command.ts';
import type { CalendarDate } from '../values/calendar-date.ts';
import { refuseImpossibleDateOfRecord } from '../values/dates-of-care.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, refuseUnless } from '../refusals.ts';
import type { AdmissionEvent, MovedKind, MovedRecord } from './events.ts';
import { leftOf, type MoveTarget, recordAt } from './evolve-moves.ts';
import { admitted, entryOf, galleryGroupOf, noteOf, reviewOf } from './lookup.ts';
import type { LeftRecord, MovedTo, OutgoingMove, Review } from './records.ts';
import type { Admission, Admitted } from './state.ts';

/** The first step, on the chart that the thing is in. */
export interface MoveOut {
  readonly admissionId: string;
  readonly moveId: string;
  readonly kind: MovedKind;
  /** The id of the entry, review, note or group. */
  readonly thing: string;
  /** The review of an entry. */
  readonly reviewId: string | null;
  /** Some images of a group; undefined for the whole group. */
  readonly images?: readonly string[] | undefined;
  readonly to: MovedTo;
  readonly entryIdOf: MoveTarget['entryIdOf'];
  readonly reason: string;
  /** The other chart as the caller has read it: what it would refuse now is refused before anything moves. */
  readonly target: Admission;
}
/** The second step, on the chart that the thing comes to. */
export interface MoveIn {
  readonly moveId: string;
  readonly reason: string;
  readonly fromAdmission: string;
  readonly teamId: string;
  readonly moved: MovedRecord;
}
/** The last step, on the first chart. */
export interface CompleteMove {
  readonly moveId: string;
}
export interface ReturnMove extends CompleteMove {
  readonly moved: MovedRecord;
}

/** Bytes of an event's content that the log surely takes: encrypted it is a third larger, of at most a megabyte. */
const MOVED_BYTES = 700 * 1024;

export function moveOut(admission: Admission, command: Command<MoveOut>): AdmissionEvent[] {
  const { admissionId, moveId, kind, thing: id, reviewId, reason, to, target, entryIdOf } = command;
  const source = admitted(admission);
  if (source.moves.some((move) => move.moveId === moveId)) return [];
  const found = foundIn(source, command);
  refuseUnless(command.actor.isTeamAdmin || found.mayDelete(command.actor));
  if (to.admissionId === admissionId) throw invalidField('toAdmission', refusal('move-to-same-chart'));
  if (kind === 'review') refuseWhileMoving(source, id);
  const what = { kind, id, reviewId, images: found.images };
  const left = leftOf(source, what);
  if (!left) throw new Rejection(refusal('not-found'));
  const moved = recordAt(
    { ...what, moveId, to, reason, touch: found.touch, progress: 'under way', left },
    {
      ...to,
      entryIdOf,
    },
  );
  if (new TextEncoder().encode(JSON.stringify(moved)).length > MOVED_BYTES)
    throw new Rejection(refusal('review-too-large-to-move'));
  refuseUnlessTaken(target, { teamId: source.teamId, moved }, command.today);
  refuseIfChanged(command, found.entity, found.touch);
  return [{ type: 'MovedToAnotherChart', data: { moveId, reason, what, to } }];
}

export function moveIn(admission: Admission, command: Command<MoveIn>): AdmissionEvent[] {
  const { moveId, reason, fromAdmission, moved } = command;
  if (isTaken(admission, moved)) return [];
  const target = refuseUnlessTaken(admission, command, command.today);
  const data = { moveId, reason, from: { admissionId: fromAdmission }, moved: countedIn(target, moved) };
  return [{ type: 'MovedFromAnotherChart', data }];
}

/** The moved thing, with the team for which it counts there: a team counts nothing of a chart that it never had. */
function countedIn(target: Admitted, moved: MovedRecord): MovedRecord {
  switch (moved.kind) {
    case 'entry': {
      const { writtenIn: _before, ...wasIn } = moved.wasIn;
      return { ...moved, wasIn: { ...wasIn, ...teamsIn(target, moved.wasIn) } };
    }
    case 'review': {
      const { writtenIn: _before, ...review } = moved;
      return { ...review, ...teamsIn(target, moved) };
    }
    case 'note': {
      const { writtenIn: _before, ...note } = moved;
      return { ...note, ...teamsIn(target, moved) };
    }
    case 'images':
      return moved;
    default:
      return moved satisfies never;
  }
}

type WrittenIn = Pick<Review, 'teamId' | 'writtenIn'>;
function teamsIn({ teamId, earlierStays }: Admitted, written: WrittenIn): WrittenIn {
  const origin = written.writtenIn ?? written.teamId;
  const hadIt = origin === teamId || earlierStays.some((stay) => stay.teamId === origin);
  return hadIt ? { teamId: origin } : { teamId, writtenIn: origin };
}

export function completeMove(admission: Admission, { moveId }: Command<CompleteMove>): AdmissionEvent[] {
  const move = moveUnderWay(admission, moveId);
  if (!move) return [];
  const { kind, id, reviewId } = move;
  return [
    { type: 'MoveCompleted', data: { moveId, what: { kind, id, reviewId } } },
    ...emptiedReview(admitted(admission), move),
  ];
}

/** A review that a move made says nothing without its entry, and must not count as the day's review. */
function emptiedReview({ reviews, moves }: Admitted, { moveId, kind, reviewId }: OutgoingMove): AdmissionEvent[] {
  const review = reviews.find((candidate) => kind === 'entry' && candidate.reviewId === reviewId);
  if (!review?.madeByMove || review.clinicalNote !== '' || review.entries.length > 0) return [];
  const hasToStay = moves.some((move) => move.left && move.moveId !== moveId && move.reviewId === reviewId);
  return hasToStay ? [] : [{ type: 'ReviewDeleted', data: { reviewId: review.reviewId } }];
}

/**
 * The review that an entry left for this chart, where it goes back and the person has chosen none: undo is a move back.
 * @returns undefined where that review takes it no more
 */
export function reviewOfBefore(
  source: Admission,
  target: Admission,
  { thing, reviewId, toAdmission }: { thing: string; reviewId: string | null; toAdmission: string },
): string | undefined {
  const isChart = (admission: Admission) => admission.status === 'open' || admission.status === 'discharged';
  if (!isChart(source) || !isChart(target)) return undefined;
  const from = source.reviews.find((review) => review.reviewId === reviewId);
  const movedFrom = from?.entries.find(({ entryId }) => entryId === thing)?.movedFrom;
  if (movedFrom?.admissionId !== toAdmission) return undefined;
  return target.reviews.find(
    (review) =>
      review.reviewId === movedFrom.reviewId &&
      review.authorId === from?.authorId &&
      review.entries.length < limits.entriesPerReview,
  )?.reviewId;
}

export const returnMove = (admission: Admission, { moveId, moved }: Command<ReturnMove>): AdmissionEvent[] =>
  moveUnderWay(admission, moveId) ? [{ type: 'MoveReturned', data: { moveId, moved } }] : [];

/** Undefined where the move has ended, or where there is no such move. */
export function moveUnderWay(
  admission: Admission,
  moveId: string,
): (OutgoingMove & { readonly left: LeftRecord }) | undefined {
  if (admission.status === 'none' || admission.status === 'deleted') return undefined;
  const move = admission.moves.find((candidate) => candidate.moveId === moveId);
  return move?.left && { ...move, left: move.left };
}

/**
 * A thing that a move has taken may have to come back: its chart, or the review of its entry, stays
 * until then.
 * @param reviewId of the review; undefined for the whole admission
 * @throws Rejection `conflict`
 */
export function refuseWhileMoving(admission: Admission, reviewId?: string): void {
  const isMoving = admitted(admission).moves.some(
    (move) => move.left !== undefined && (reviewId === undefined || move.reviewId === reviewId),
  );
  if (isMoving) throw new Rejection(refusal('move-under-way'));
}

interface Found {
  readonly mayDelete: (actor: Actor) => boolean;
  readonly touch: Touch;
  readonly entity: EntityConflict['entity'];
  readonly images: string[];
}

/** @throws Rejection `notFound` */
function foundIn(source: Admitted, { kind, thing: id, reviewId, images }: MoveOut): Found {
  switch (kind) {
    case 'entry': {
      const review = reviewOf(source, reviewId ?? '');
      const { touch } = entryOf(source, review, id);
      return { mayDelete: byAuthor(review.authorId), touch, entity: { kind, id }, images: [] };
    }
    case 'review': {
      const { authorId, whole } = reviewOf(source, id);
      return { mayDelete: byAuthor(authorId), touch: whole, entity: { kind, id }, images: [] };
    }
    case 'note': {
      const { authorId, touch } = noteOf(source, id);
      return { mayDelete: byAuthor(authorId), touch, entity: { kind, id }, images: [] };
    }
    case 'images': {
      const group = galleryGroupOf(source, id);
      const chosen = images ?? group.images;
      if (!chosen.every((image) => group.images.includes(image)))
        throw invalidField('images', refusal('image-not-of-admission'));
      return {
        mayDelete: ({ canEdit }) => canEdit,
        touch: group.touch,
        entity: { kind: 'gallery', id },
        images: [...chosen],
      };
    }
    default:
      return kind satisfies never;
  }
}

/** By user id, and only while a member of the team. */
const byAuthor =
  (authorId: string) =>
  ({ isMember, id }: Actor): boolean =>
    isMember && id === authorId;

function isTaken(target: Admission, moved: MovedRecord): boolean {
  if (target.status === 'none' || target.status === 'deleted') return false;
  switch (moved.kind) {
    case 'entry':
      return target.reviews.some(({ entries }) => entries.some(({ entryId }) => entryId === moved.entry.entryId));
    case 'review':
      return target.reviews.some(({ reviewId }) => reviewId === moved.reviewId);
    case 'note':
      return target.notes.some(({ noteId }) => noteId === moved.noteId);
    case 'images':
      return target.gallery.some(({ groupId }) => groupId === moved.groupId);
    default:
      return moved satisfies never;
  }
}

/** @returns the chart @throws Rejection `invalid` where it cannot take it */
function refuseUnlessTaken(
  target: Admission,
  { teamId, moved }: Pick<MoveIn, 'teamId' | 'moved'>,
  today: CalendarDate,
): Admitted {
  if (target.status === 'none' || target.status === 'deleted' || target.teamId !== teamId)
    throw invalidField('toAdmission', refusal('move-target-unknown'));
  const { admissionDate } = target;
  switch (moved.kind) {
    case 'entry': {
      if (moved.isNewReview) refuseImpossibleDateOfRecord('reviewDate', moved.wasIn.reviewDate, admissionDate, today);
      else refuseUnlessReviewTakes(target, moved);
      return target;
    }
    case 'review':
      refuseImpossibleDateOfRecord('reviewDate', moved.reviewDate, admissionDate, today);
      return target;
    case 'note':
      refuseImpossibleDateOfRecord('noteDate', moved.noteDate, admissionDate, today);
      return target;
    case 'images':
      if (target.gallery.length >= limits.groupsPerGallery)
        throw new Rejection(refusal('too-many-groups', { limit: limits.groupsPerGallery }));
      return target;
    default:
      return moved satisfies never;
  }
}

/** Its author stays the author: an entry never comes into the review of another person. */
function refuseUnlessReviewTakes(target: Admitted, moved: Extract<MovedRecord, { kind: 'entry' }>): void {
  const review = target.reviews.find(({ reviewId }) => reviewId === moved.reviewId);
  if (!review) throw invalidField('toReview', refusal('move-review-gone'));
  if (review.authorId !== moved.wasIn.authorId)
    throw invalidField('toReview', refusal('move-review-of-another-author'));
  if (review.entries.length >= limits.entriesPerReview)
    throw invalidField('toReview', refusal('too-many-entries', { limit: limits.entriesPerReview }));
}

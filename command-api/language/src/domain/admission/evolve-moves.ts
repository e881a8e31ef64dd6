/** How moves change what is in a chart: the fold of their events (docs/decisions/write-side/moved-to-another-chart.md). */
import { type DomainEvent, type Recorded, type Touch, touchOf } from '../command.ts';
import type { AdmissionEvent, MovedEntry, MovedFrom, MovedRecord } from './events.ts';
import { askedAfterMove } from './evolve-answers.ts';
import { firstIdOf } from './repeated-errors.ts';
import type { GalleryGroup, LeftRecord, OutgoingMove, PhysicianNote, Review, ReviewEntry } from './records.ts';

/** The parts of a chart that a move changes. */
interface Records {
  readonly reviews: readonly Review[];
  readonly notes: readonly PhysicianNote[];
  readonly gallery: readonly GalleryGroup[];
  readonly moves: readonly OutgoingMove[];
  readonly whole: Touch;
}
type MovedAway = Recorded<Extract<AdmissionEvent, { type: 'MovedToAnotherChart' }>>;
/** The chart that it came from; undefined for what has come back. */
type Origin = Omit<MovedFrom, 'id' | 'reviewId'> | undefined;

/** Events of older versions do not name the first id. Of a moved copy they lead one step towards it. */
export function firstIdOfMoved({
  entryId,
  firstId,
  copiedFrom,
  was,
}: Pick<MovedEntry, 'entryId' | 'firstId' | 'copiedFrom' | 'was'>): { firstId?: string } {
  const first = firstId ?? copiedFrom ?? was;
  return first === entryId ? {} : { firstId: first };
}

/** The thing leaves the chart, and the move keeps it. */
export function leave<Chart extends Records>(chart: Chart, event: MovedAway): Chart {
  const { moveId, reason, what, to } = event.data;
  const left = leftOf(chart, what);
  if (!left) return chart;
  const move: OutgoingMove = { moveId, reason, ...what, to, touch: touchOf(event), progress: 'under way', left };
  return { ...chart, ...without(chart, move, touchOf(event)), moves: [...chart.moves, move] };
}

/** The thing as it is in the chart; undefined where it is not there. */
export function leftOf(
  { reviews, notes, gallery }: Pick<Records, 'reviews' | 'notes' | 'gallery'>,
  { kind, id, reviewId, images }: MovedAway['data']['what'],
): LeftRecord | undefined {
  switch (kind) {
    case 'entry': {
      const review = reviews.find((candidate) => candidate.reviewId === reviewId);
      const entry = review?.entries.find(({ entryId }) => entryId === id);
      if (!review || !entry) return undefined;
      const { reviewDate, teamId, writtenIn, authorId, createdAt } = review;
      return {
        kind,
        entry,
        reviewDate,
        teamId,
        ...(writtenIn === undefined ? {} : { writtenIn }),
        authorId,
        createdAt,
      };
    }
    case 'review': {
      const review = reviews.find((candidate) => candidate.reviewId === id);
      return review && { kind, review };
    }
    case 'note': {
      const note = notes.find(({ noteId }) => noteId === id);
      return note && { kind, note };
    }
    case 'images': {
      const group = gallery.find(({ groupId }) => groupId === id);
      return group && { kind, group: { ...group, images: group.images.filter((image) => images.includes(image)) } };
    }
    default:
      return kind satisfies never;
  }
}

function without(
  { reviews, notes, gallery }: Records,
  { kind, id, reviewId, images }: OutgoingMove,
  touch: Touch,
): Partial<Records> {
  switch (kind) {
    case 'entry':
      return {
        reviews: reviews.map((review) =>
          review.reviewId === reviewId
            ? { ...review, entries: review.entries.filter(({ entryId }) => entryId !== id), whole: touch }
            : review,
        ),
      };
    case 'review':
      return { reviews: reviews.filter((review) => review.reviewId !== id) };
    case 'note':
      return { notes: notes.filter(({ noteId }) => noteId !== id) };
    case 'images':
      // An image in the wrong chart is wrong in each of its groups. A group without images is gone.
      return {
        gallery: gallery
          .map((group) =>
            group.images.some((image) => images.includes(image))
              ? { ...group, images: group.images.filter((image) => !images.includes(image)) }
              : group,
          )
          .filter((group) => group.groupId !== id || group.images.length > 0),
        whole: touch,
      };
    default:
      return kind satisfies never;
  }
}

/** The thing is in this chart: moved here, or back again. */
export function arrive<Chart extends Records>(
  chart: Chart,
  event: Recorded<DomainEvent>,
  moved: MovedRecord,
  origin?: Origin,
): Chart {
  const touch = touchOf(event);
  const movedFrom = (id: string, reviewId: string | null = null): { movedFrom?: MovedFrom } =>
    origin ? { movedFrom: { ...origin, id, reviewId } } : {};
  const entryOf = (given: MovedEntry, wasIn: string): ReviewEntry => {
    const { was, copiedFrom, firstId: _firstId, ...entry } = given;
    return {
      ...entry,
      ...firstIdOfMoved(given),
      ...(copiedFrom === undefined ? {} : { copiedFrom }),
      ...movedFrom(was, wasIn),
      asked: askedAfterMove(given, touch.changedAt),
      touch,
    };
  };
  switch (moved.kind) {
    case 'entry': {
      const { reviewId, isNewReview, wasIn } = moved;
      const entry = entryOf(moved.entry, wasIn.reviewId);
      if (isNewReview) {
        const made: Review = {
          ...wasIn,
          reviewId,
          clinicalNote: '',
          entries: [entry],
          madeByMove: true,
          touch,
          whole: touch,
        };
        return { ...chart, reviews: [...chart.reviews, made] };
      }
      return {
        ...chart,
        reviews: chart.reviews.map((review) =>
          review.reviewId === reviewId ? { ...review, entries: [...review.entries, entry], whole: touch } : review,
        ),
      };
    }
    case 'review': {
      const { kind: _kind, was, copiedFrom, entries, ...head } = moved;
      const review: Review = {
        ...head,
        ...(copiedFrom === undefined ? {} : { copiedFrom }),
        entries: entries.map((entry) => entryOf(entry, was)),
        ...movedFrom(was),
        touch,
        whole: touch,
      };
      return { ...chart, reviews: [...chart.reviews, review] };
    }
    case 'note': {
      const { kind: _kind, was, ...note } = moved;
      return { ...chart, notes: [...chart.notes, { ...note, ...movedFrom(was), touch }] };
    }
    case 'images': {
      const { kind: _kind, was, ...added } = moved;
      const isThere = chart.gallery.some(({ groupId }) => groupId === added.groupId);
      return {
        ...chart,
        gallery: isThere
          ? chart.gallery.map((group) =>
              group.groupId === added.groupId ? { ...group, images: [...group.images, ...added.images] } : group,
            )
          : [...chart.gallery, { ...added, ...movedFrom(was), touch }],
        whole: touch,
      };
    }
    default:
      return moved satisfies never;
  }
}

/** The end of a move. */
export const withProgress = <Chart extends Pick<Records, 'moves'>>(
  chart: Chart,
  moveId: string,
  progress: 'arrived' | 'returned',
): Chart => ({
  ...chart,
  moves: chart.moves.map((move) => {
    if (move.moveId !== moveId) return move;
    const { left: _left, ...ended } = move;
    return { ...ended, progress };
  }),
});

/** The ids of a thing at its place: its own, or those in the other chart. */
export interface MoveTarget {
  readonly id: string;
  /** The review of an entry. */
  readonly reviewId: string | null;
  readonly isNewReview: boolean;
  readonly entryIdOf: (entryId: string) => string;
}

/**
 * A thing that has left, for the event that puts it to its place. One that comes back keeps where it was before it was
 * moved here.
 */
export function recordAt(move: OutgoingMove & { readonly left: LeftRecord }, place: MoveTarget): MovedRecord {
  const { left } = move;
  const origin = (movedFrom: MovedFrom | undefined): { movedFrom?: MovedFrom } =>
    place.id === move.id && movedFrom ? { movedFrom } : {};
  const entryAt = ({ touch: _touch, movedFrom, ...entry }: ReviewEntry, entryId: string): MovedEntry => ({
    ...entry,
    ...origin(movedFrom),
    drugTags: [...entry.drugTags],
    firstId: firstIdOf(entry),
    was: entry.entryId,
    entryId,
  });
  switch (left.kind) {
    case 'entry': {
      const { kind: _kind, entry, ...writing } = left;
      return {
        kind: 'entry',
        reviewId: place.reviewId ?? '',
        isNewReview: place.isNewReview,
        wasIn: { reviewId: move.reviewId ?? '', ...writing },
        entry: entryAt(entry, place.id),
      };
    }
    case 'review': {
      const {
        touch: _touch,
        whole: _whole,
        madeByMove: _made,
        movedFrom,
        reviewId: was,
        entries,
        ...head
      } = left.review;
      return {
        kind: 'review',
        ...head,
        ...origin(movedFrom),
        was,
        reviewId: place.id,
        entries: entries.map((entry) => entryAt(entry, place.entryIdOf(entry.entryId))),
      };
    }
    case 'note': {
      const { touch: _touch, movedFrom, noteId: was, ...note } = left.note;
      return { kind: 'note', ...note, ...origin(movedFrom), was, noteId: place.id };
    }
    case 'images': {
      const { touch: _touch, movedFrom, groupId: was, images, ...group } = left.group;
      return { kind: 'images', ...group, ...origin(movedFrom), was, groupId: place.id, images: [...images] };
    }
    default:
      return left satisfies never;
  }
}

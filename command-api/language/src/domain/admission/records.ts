/**
 * The records that people write into an admission, and their moves
 * (docs/decisions/write-side/moved-to-another-chart.md).
 */
import type { CalendarDate } from '../values/calendar-date.ts';
import type { Touch } from '../command.ts';
import type { Asked, Entry, MovedFrom, MovedKind } from './events.ts';

/**
 * `rating` is null until the team admin rates the entry. `copiedFrom` is set in a duplicated review. `firstId` is
 * the id that the error was first written under, in this chart or another, where that is another one. `responsible` is the
 * person who has taken it over; without one it is the review's author.
 */
export type ReviewEntry = Entry & {
  readonly copiedFrom?: string;
  readonly firstId?: string;
  readonly rating: number | null;
  readonly responsible?: string;
  readonly asked: Asked;
  readonly answeredAt?: Readonly<Record<string, string>>;
  readonly movedFrom?: MovedFrom | undefined;
  readonly touch: Touch;
};

/**
 * `touch`: the last change of the head (date, note); edits of the head conflict with it only. Each entry has its own.
 * `whole`: the last change of the review with its entries, removals included; a deletion conflicts with it.
 */
export interface Review {
  readonly reviewId: string;
  /** The team in which it was written. A transfer does not change it; a move may (`writtenIn`). */
  readonly teamId: string;
  /** The team in which it was written, where it was moved to a chart that was never in that team. */
  readonly writtenIn?: string;
  /** The original of a duplicated review. */
  readonly copiedFrom?: string;
  readonly authorId: string;
  /** The instant the review was written, ISO 8601 UTC. */
  readonly createdAt: string;
  readonly reviewDate: CalendarDate;
  /** HTML. */
  readonly clinicalNote: string;
  /** In the order they were added. */
  readonly entries: readonly ReviewEntry[];
  readonly movedFrom?: MovedFrom | undefined;
  /** No person began it: it came with an entry that was moved here. It ends with its last entry, unless it has a note. */
  readonly madeByMove?: true;
  readonly touch: Touch;
  readonly whole: Touch;
}

export interface PhysicianNote {
  readonly noteId: string;
  /** As of a review. */
  readonly teamId: string;
  readonly writtenIn?: string;
  readonly authorId: string;
  /** The instant the note was written, ISO 8601 UTC. */
  readonly createdAt: string;
  readonly noteDate: CalendarDate;
  /** HTML. */
  readonly note: string;
  readonly movedFrom?: MovedFrom | undefined;
  readonly touch: Touch;
}

export interface GalleryGroup {
  readonly groupId: string;
  readonly authorId: string;
  /** The instant the group was added, ISO 8601 UTC. */
  readonly createdAt: string;
  readonly title: string;
  /** Addresses. */
  readonly images: readonly string[];
  readonly movedFrom?: MovedFrom | undefined;
  readonly touch: Touch;
}

/** A record that a move has taken out of the chart, as it was. */
export type LeftRecord =
  | ({ readonly kind: 'entry'; readonly entry: ReviewEntry } & Pick<
      Review,
      'reviewDate' | 'teamId' | 'writtenIn' | 'authorId' | 'createdAt'
    >)
  | { readonly kind: 'review'; readonly review: Review }
  | { readonly kind: 'note'; readonly note: PhysicianNote }
  /** With the moved images only. */
  | { readonly kind: 'images'; readonly group: GalleryGroup };

/** A move to another chart. `left` is there while the move is under way: the other chart does not have it yet. */
export interface OutgoingMove {
  readonly moveId: string;
  readonly kind: MovedKind;
  readonly id: string;
  /** The review of an entry. */
  readonly reviewId: string | null;
  /** Addresses; empty unless images were moved. */
  readonly images: readonly string[];
  readonly to: MovedTo;
  readonly reason: string;
  readonly touch: Touch;
  readonly progress: 'under way' | 'arrived' | 'returned';
  readonly left?: LeftRecord;
}
/** The place in the other chart. `reviewId` is that of an entry, which is new with it where the person chose none. */
export interface MovedTo {
  readonly admissionId: string;
  readonly reviewId: string | null;
  readonly isNewReview: boolean;
  readonly id: string;
}

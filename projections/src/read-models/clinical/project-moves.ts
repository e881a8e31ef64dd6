/**
 * Moves to another chart into the rows of both. Rows that reports show end in the source with the move and begin in the
 * target with it, so reports as known before stay the same (docs/decisions/write-side/moved-to-another-chart.md).
 */
import type { MovedFrom } from 'language/contract/entities';
import { renderOrigin } from 'language/contract/render/moves';
import type { AdmissionEvent, MovedEntry } from 'language/domain/admission/events';
import { askedAfterMove } from 'language/domain/admission/evolve-answers';
import { firstIdOfMoved } from 'language/domain/admission/evolve-moves';
import { entryFields, noteFields, reviewFields } from 'language/domain/admission/fields';
import { recordedAtOf } from 'language/domain/command';
import type { StoredEvent } from 'service-kit/event-log/port';
import { rowOf } from '../field-columns.ts';
import { insert, remove, removeKeepingPast, type RowChange, update } from '../row-change.ts';
import type { Rows } from '../stream-rows.ts';
import type { RowOf } from '../table.ts';
import { entriesOf, hideImages, nextPosition, touchReview } from './chart-rows.ts';
import { admission, galleryGroup, galleryImage, movedOut, physicianNote, review, reviewEntry } from './tables.ts';

type Moved<Type extends AdmissionEvent['type']> = StoredEvent & Extract<AdmissionEvent, { type: Type }>;
type MoveEvent =
  | Moved<'MovedToAnotherChart'>
  | Moved<'MovedFromAnotherChart'>
  | Moved<'MoveReturned'>
  | Moved<'MoveCompleted'>;

export function projectMove(rows: Rows, admission_id: string, event: MoveEvent): RowChange[] {
  switch (event.type) {
    case 'MovedToAnotherChart':
      return leave(rows, admission_id, event);
    case 'MovedFromAnotherChart': {
      const { moveId, reason, from } = event.data;
      const { actorId: userId, occurredAt: at } = event.metadata;
      return arrive(rows, admission_id, event, { move: moveId, admission: from.admissionId, reason, userId, at });
    }
    case 'MoveReturned':
      return [remove(movedOut, { move_id: event.data.moveId }), ...arrive(rows, admission_id, event)];
    case 'MoveCompleted':
      return [update(movedOut, { move_id: event.data.moveId }, { under_way: false })];
    default:
      return event satisfies never;
  }
}

function leave(rows: Rows, admission_id: string, event: Moved<'MovedToAnotherChart'>): RowChange[] {
  const { moveId, reason, what, to } = event.data;
  const mark = insert(movedOut, {
    move_id: moveId,
    admission_id,
    kind: what.kind,
    thing: what.id,
    review: what.reviewId,
    reason,
    user_id: event.metadata.actorId,
    at: event.metadata.occurredAt,
    place: { admission: to.admissionId, thing: to.id, ...(to.reviewId === null ? {} : { review: to.reviewId }) },
    under_way: true,
    version: String(event.revision),
  });
  return [mark, ...leavingRows(rows, admission_id, event)];
}

function leavingRows(rows: Rows, admission_id: string, event: Moved<'MovedToAnotherChart'>): RowChange[] {
  const { kind, id, reviewId, images } = event.data.what;
  const version = String(event.revision);
  switch (kind) {
    case 'entry':
      return [
        removeKeepingPast(reviewEntry, { entry_id: id }, event),
        ...(reviewId === null ? [] : [touchReview(reviewId, version)]),
      ];
    case 'review':
      return [
        ...entriesOf(rows, id).map((entry) => removeKeepingPast(reviewEntry, entry, event)),
        removeKeepingPast(review, { review_id: id }, event),
      ];
    case 'note':
      return [remove(physicianNote, { note_id: id })];
    case 'images': {
      const gone = new Set(images);
      return [
        ...hideImages(rows, admission_id, gone),
        ...rows.all(galleryGroup).flatMap(({ group_id }) => withoutImages(rows, group_id, id, gone)),
        update(admission, { admission_id }, { version }),
      ];
    }
    default:
      return kind satisfies never;
  }
}

/** An image in the wrong chart is wrong in each of its groups. The moved group is gone when it has no image left. */
function withoutImages(rows: Rows, group_id: string, movedGroup: string, gone: ReadonlySet<string>): RowChange[] {
  const held = rows.all(galleryImage).filter((image) => image.group_id === group_id);
  const left = held.filter(({ image }) => gone.has(image));
  return [
    ...left.map((image) => remove(galleryImage, image)),
    ...(group_id === movedGroup && left.length === held.length ? [remove(galleryGroup, { group_id })] : []),
  ];
}

/** @param origin of what was moved here; undefined for what has come back */
function arrive(
  rows: Rows,
  admission_id: string,
  event: Moved<'MovedFromAnotherChart'> | Moved<'MoveReturned'>,
  origin?: Omit<MovedFrom, 'thing' | 'review'>,
): RowChange[] {
  const { moved } = event.data;
  const version = String(event.revision);
  const { patient_id, team_id } = rows.one(admission, { admission_id });
  const inside = { admission_id, patient_id, team_id };
  const since = recordedAtOf(event.metadata);
  const cameFrom = (
    { was, movedFrom }: { readonly was: string; readonly movedFrom?: Origin },
    wasIn?: string,
  ): { moved_from: MovedFrom | null } => ({
    moved_from: origin
      ? { ...origin, thing: was, ...(wasIn === undefined ? {} : { review: wasIn }) }
      : (renderOrigin({ movedFrom }).movedFrom ?? null),
  });
  const headOf = (made: HeadFields): RowChange =>
    insert(review, {
      ...inside,
      team_id: made.teamId,
      review_id: made.reviewId,
      ...rowOf(reviewFields, made),
      author_id: made.authorId,
      created_at: made.createdAt,
      version,
      copied_from: made.copiedFrom ?? null,
      entries_version: '0',
      moved_from: made.moved_from,
      since,
    });
  const entryIn = (
    { review_id, review_date, team_id }: Pick<Review, 'review_id' | 'review_date' | 'team_id'>,
    wasIn: string,
    entry: MovedEntry,
    position: number,
  ): RowChange =>
    insert(reviewEntry, {
      entry_id: entry.entryId,
      review_id,
      admission_id,
      team_id,
      review_date,
      position,
      ...rowOf(entryFields, entry),
      rating: entry.rating,
      version,
      copied_from: entry.copiedFrom ?? null,
      responsible_id: entry.responsible ?? null,
      ...cameFrom(entry, wasIn),
      since,
      first_id: firstIdOfMoved(entry).firstId ?? null,
      asked: askedAfterMove(entry, event.metadata.occurredAt),
    });
  switch (moved.kind) {
    case 'entry': {
      const { reviewId, isNewReview, wasIn, entry } = moved;
      if (isNewReview)
        return [
          headOf({ ...wasIn, reviewId, clinicalNote: '', moved_from: null }),
          entryIn(
            { review_id: reviewId, review_date: wasIn.reviewDate, team_id: wasIn.teamId },
            wasIn.reviewId,
            entry,
            0,
          ),
        ];
      return [
        entryIn(
          rows.one(review, { review_id: reviewId }),
          wasIn.reviewId,
          entry,
          nextPosition(entriesOf(rows, reviewId)),
        ),
        touchReview(reviewId, version),
      ];
    }
    case 'review':
      return [
        headOf({ ...moved, ...cameFrom(moved) }),
        ...moved.entries.map((entry, place) =>
          entryIn(
            { review_id: moved.reviewId, review_date: moved.reviewDate, team_id: moved.teamId },
            moved.was,
            entry,
            place,
          ),
        ),
      ];
    case 'note':
      return [
        insert(physicianNote, {
          ...inside,
          team_id: moved.teamId,
          note_id: moved.noteId,
          ...rowOf(noteFields, moved),
          author_id: moved.authorId,
          created_at: moved.createdAt,
          version,
          ...cameFrom(moved),
        }),
      ];
    case 'images': {
      const { groupId: group_id, title, authorId: author_id, createdAt: created_at } = moved;
      const next = nextPosition(rows.all(galleryImage).filter((image) => image.group_id === group_id));
      return [
        ...(rows.find(galleryGroup, { group_id })
          ? []
          : [
              insert(galleryGroup, {
                ...inside,
                group_id,
                title,
                author_id,
                created_at,
                version,
                ...cameFrom(moved),
              }),
            ]),
        ...moved.images.map((image, place) => insert(galleryImage, { group_id, position: next + place, image })),
        update(admission, { admission_id }, { version }),
      ];
    }
    default:
      return moved satisfies never;
  }
}

type Origin = MovedEntry['movedFrom'];

type Review = RowOf<typeof review.columns>;

interface HeadFields {
  readonly reviewId: string;
  readonly teamId: string;
  readonly reviewDate: string;
  readonly clinicalNote: string;
  readonly authorId: string;
  readonly createdAt: string;
  readonly copiedFrom?: string | undefined;
  readonly moved_from: MovedFrom | null;
}

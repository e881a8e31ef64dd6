/** Moves between charts into the rows of both. */
import type { AdmissionEvent, MovedEntry, MovedRecord } from 'command-api/domain/admission/events';
import type { StoredEvent } from 'service-kit/event-log/port';
import { addEntry, addEntryAtEnd, addImages, addReview, type Chart, placeOf, removeReview } from './chart.ts';
import type { Row } from './rows.ts';

type Moved = Extract<AdmissionEvent, { type: 'MovedToAnotherChart' }>;

export function moveOut(chart: Chart, event: StoredEvent & Moved): void {
  const { rows, id } = chart;
  const { moveId, reason, what, to } = event.data;
  const version = Number(event.revision);
  rows.put('moved_out', {
    move_id: moveId,
    admission_id: id,
    kind: what.kind,
    thing: what.id,
    review: what.reviewId,
    reason,
    user_id: event.metadata.actorId,
    at: event.metadata.occurredAt,
    place: { admission: to.admissionId, thing: to.id, ...(to.reviewId === null ? {} : { review: to.reviewId }) },
    under_way: true,
    version,
  });
  if (what.kind === 'review') return removeReview(chart, what.id);
  if (what.kind === 'note') return rows.remove('physician_note', { note_id: what.id });
  if (what.kind === 'entry') {
    rows.remove('review_entry', { entry_id: what.id });
    return rows.set('review', { review_id: what.reviewId }, { entries_version: version });
  }
  // An image leaves every group of the chart. Only the moved group leaves with its last image.
  const left: Row[] = [];
  for (const { group_id } of rows.matching('gallery_group', { admission_id: id })) {
    for (const image of what.images) rows.remove('gallery_image', { group_id, image });
    if (group_id === what.id && rows.matching('gallery_image', { group_id }).length === 0) left.push({ group_id });
  }
  for (const group of left) rows.remove('gallery_group', group);
  return rows.set('admission', { admission_id: id }, { version });
}

/** Where a thing was before: its id there, and that of its review. */
export type Origin = (was: string, review?: string) => Row;

/** What comes back has the origin that it had before. */
const originBefore = (from: MovedEntry['movedFrom']): Row | null =>
  from
    ? {
        move: from.moveId,
        admission: from.admissionId,
        thing: from.id,
        ...(from.reviewId === null ? {} : { review: from.reviewId }),
        reason: from.reason,
        userId: from.movedBy,
        at: from.movedAt,
      }
    : null;

export function moveIn(chart: Chart, moved: MovedRecord, origin?: Origin): void {
  const { rows, id } = chart;
  const version = Number(chart.event.revision);
  const movedEntry = (entry: MovedEntry, wasIn: string): Row => ({
    rating: entry.rating,
    responsible_id: entry.responsible ?? null,
    first_id: entry.firstId === entry.entryId ? null : (entry.firstId ?? null),
    moved_from: origin?.(entry.was, wasIn) ?? originBefore(entry.movedFrom),
  });
  const written = (by: { readonly authorId: string; readonly createdAt: string }): Row => ({
    author_id: by.authorId,
    created_at: by.createdAt,
  });
  if (moved.kind === 'entry') {
    const { reviewId, isNewReview, wasIn, entry } = moved;
    if (!isNewReview) return addEntryAtEnd(chart, reviewId, entry, movedEntry(entry, wasIn.reviewId));
    addReview(chart, {
      review_id: reviewId,
      team_id: wasIn.teamId,
      review_date: wasIn.reviewDate,
      clinical_note: '',
      ...written(wasIn),
    });
    return addEntry(chart, reviewId, entry, { ...movedEntry(entry, wasIn.reviewId), position: 0 });
  }
  const moved_from = origin?.(moved.was) ?? originBefore(moved.movedFrom);
  if (moved.kind === 'review') {
    addReview(chart, {
      review_id: moved.reviewId,
      team_id: moved.teamId,
      review_date: moved.reviewDate,
      clinical_note: moved.clinicalNote,
      copied_from: moved.copiedFrom ?? null,
      moved_from,
      ...written(moved),
    });
    return moved.entries.forEach((entry, position) =>
      addEntry(chart, moved.reviewId, entry, { ...movedEntry(entry, moved.was), position }),
    );
  }
  if (moved.kind === 'note')
    return rows.put('physician_note', {
      ...placeOf(chart),
      team_id: moved.teamId,
      note_id: moved.noteId,
      note_date: moved.noteDate,
      note: moved.note,
      ...written(moved),
      version,
      moved_from,
    });
  const { groupId: group_id, title } = moved;
  if (rows.matching('gallery_group', { group_id }).length === 0)
    rows.put('gallery_group', { ...placeOf(chart), group_id, title, ...written(moved), version, moved_from });
  addImages(chart, group_id, moved.images);
  return rows.set('admission', { admission_id: id }, { version });
}

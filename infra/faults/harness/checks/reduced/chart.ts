/** What the reducers of a chart share: how its rows are added and changed. */
import type { Entry } from 'command-api/domain/admission/events';
import type { StoredEvent } from 'service-kit/event-log/port';
import type { Row, Rows, TableName } from './rows.ts';

export interface Chart {
  readonly rows: Rows;
  readonly id: string;
  /** The event that changes it. */
  readonly event: StoredEvent;
}

export const recordedAt = ({ metadata }: StoredEvent): string => metadata.recordedAt ?? metadata.occurredAt;
export const wroteNow = ({ metadata }: StoredEvent) => ({
  author_id: metadata.actorId,
  created_at: metadata.occurredAt,
});
export const placeOf = ({ rows, id }: Chart) => {
  const { patient_id, team_id } = rows.one('admission', { admission_id: id });
  return { admission_id: id, patient_id, team_id };
};
export const afterLast = (listed: readonly Row[]): number =>
  Math.max(-1, ...listed.map(({ position }) => Number(position))) + 1;

/** A change of a row whose past states are kept: the new state begins when the log has recorded the event. */
export function change({ rows, event }: Chart, table: TableName, which: Row, values: Row): void {
  const { since } = rows.one(table, which);
  const at = recordedAt(event);
  rows.set(table, which, { ...values, since: at > String(since) ? at : since });
}

export function changeEntry(
  chart: Chart,
  { reviewId }: { readonly reviewId: string },
  entryId: string,
  values: Row,
): void {
  const version = Number(chart.event.revision);
  change(chart, 'review_entry', { entry_id: entryId }, { ...values, version });
  chart.rows.set('review', { review_id: reviewId }, { entries_version: version });
}

export function addReview(chart: Chart, values: Row): void {
  chart.rows.put('review', {
    ...placeOf(chart),
    copied_from: null,
    moved_from: null,
    ...values,
    version: Number(chart.event.revision),
    entries_version: 0,
    since: recordedAt(chart.event),
  });
}

export function addEntry(
  chart: Chart,
  reviewId: string,
  entry: Entry & { copiedFrom?: string | undefined },
  more: Row,
): void {
  const { review_date, team_id } = chart.rows.one('review', { review_id: reviewId });
  chart.rows.put('review_entry', {
    entry_id: entry.entryId,
    review_id: reviewId,
    admission_id: chart.id,
    team_id,
    review_date,
    ...entryColumns(entry),
    rating: null,
    copied_from: entry.copiedFrom ?? null,
    first_id: entry.copiedFrom === undefined ? null : firstIdIn(chart, entry.copiedFrom),
    responsible_id: null,
    moved_from: null,
    ...more,
    version: Number(chart.event.revision),
    since: recordedAt(chart.event),
  });
}

function firstIdIn({ rows }: Chart, entryId: string): string {
  const [original] = rows.matching('review_entry', { entry_id: entryId });
  const first = original?.['first_id'];
  return typeof first === 'string' ? first : entryId;
}

export function addEntryAtEnd(chart: Chart, reviewId: string, entry: Entry, more: Row): void {
  const position = afterLast(chart.rows.matching('review_entry', { review_id: reviewId }));
  addEntry(chart, reviewId, entry, { ...more, position });
  chart.rows.set('review', { review_id: reviewId }, { entries_version: Number(chart.event.revision) });
}

export function removeReview({ rows }: Chart, reviewId: string): void {
  rows.remove('review_entry', { review_id: reviewId });
  rows.remove('review', { review_id: reviewId });
}

export function addImages({ rows }: Chart, groupId: string, images: readonly string[]): void {
  const first = afterLast(rows.matching('gallery_image', { group_id: groupId }));
  images.forEach((image, index) => rows.put('gallery_image', { group_id: groupId, position: first + index, image }));
}

export const entryColumns = (entry: Entry) => ({
  err_type: entry.errType,
  err_type_label: entry.errTypeLabel,
  err_drug: entry.errDrug,
  err_drug_label: entry.errDrugLabel,
  err_note: entry.errNote,
  err_res: entry.errRes,
  err_severity: entry.errSeverity,
  drug_tags: entry.drugTags,
  follow_up_date: entry.followUpDate,
});

/**
 * The changes of a chart by teammates since the caller last looked (docs/decisions/read-side/chart-news.md). The server
 * stores how far each person has seen each chart's stream; the browser reports it over the live connection (`seen`,
 * `live.ts`).
 */

/**
 * A part of a chart that can be news. `review` is a review's head, `measurements` and `reconciliation` all of the chart's, `stay` the
 * admission's dates, details and discharge.
 */
export type Thing =
  | `${'review' | 'entry' | 'note' | 'gallery' | 'medication' | 'measurements' | 'reconciliation'}:${string}`
  | 'stay';

/** A part that another person changed, with its newest change. */
export interface ChartNewsItem {
  thing: Thing;
  /** The review of an entry. */
  review?: string;
  /** A new review has no items for its entries. Parts that were added and removed in between have no item. */
  what: 'added' | 'changed' | 'removed';
  revision: number;
  /** The person of the newest change. */
  userName: string;
  /** Instant, ISO 8601. */
  at: string;
}
/** `GET /api/admissions/{id}/news` */
export interface ChartNews {
  /** The id of the admission. */
  _id: string;
  /** When the caller last saw the whole chart. Null: never yet, and nothing counts as news. */
  seenAt: string | null;
  /** The chart's revision: send it as seen after showing all of it. */
  revision: number;
  /** In the order of changes. */
  items: ChartNewsItem[];
}
/** `GET /api/teams/{id}/news`: charts that the caller has seen before and that others have changed since. */
export interface TeamNews {
  charts: { admission: string; patient: string }[];
}

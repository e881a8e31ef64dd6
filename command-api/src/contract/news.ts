/**
 * What teammates changed in a chart since one last looked: each person's own memory of how far they have seen each
 * chart's stream. It is written over the live connection (`seen`, contract/live.ts), by whoever watches the chart.
 */

/**
 * What can be news in a chart: a review's head, an entry, a note, a group of images, a medication, or the stay itself
 * (its dates, details, discharge).
 */
export type Thing = `${'review' | 'entry' | 'note' | 'gallery' | 'medication'}:${string}` | 'stay';

/** One thing that somebody else changed, by its newest change. */
export interface ChartNewsItem {
  thing: Thing;
  /** The review of an entry. */
  review?: string;
  /** Entries that came with a new review are told by the review alone. What came and went in between is not told. */
  what: 'added' | 'changed' | 'removed';
  revision: number;
  /** Who did it last. */
  userName: string;
  /** Instant, ISO 8601. */
  at: string;
}
/** `GET /api/admissions/{id}/news` */
export interface ChartNews {
  /** The admission's. */
  _id: string;
  /**
   * When the caller last had seen everything there was. Null: they have not looked at this chart yet, and nothing is
   * called news.
   */
  seenAt: string | null;
  /** How far the chart is: what to say that one has seen after looking at all of it. */
  revision: number;
  /** In the order of their changes. */
  items: ChartNewsItem[];
}
/** `GET /api/teams/{id}/news`: the charts that the caller has looked at before, and that others have changed since. */
export interface TeamNews {
  charts: { admission: string; patient: string }[];
}

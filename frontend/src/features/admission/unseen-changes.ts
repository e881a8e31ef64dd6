/**
 * What teammates changed since one last looked, less what one has looked at by now. The memory itself is the server's
 * (`contract/news.ts`).
 */
import type { ChartNews, ChartNewsItem } from 'command-api/contract/news';
import type { Arrival } from '../../sync/live/arrivals.ts';

/** A later change of the same thing is another piece of news. */
export const changeKey = ({ thing, revision }: ChartNewsItem): string => `${thing}@${revision}`;

export const unseenItems = (news: ChartNews, looked: ReadonlySet<string>): ChartNewsItem[] =>
  news.items.filter((item) => !looked.has(changeKey(item)));

/** How far the chart has been seen: up to the oldest thing that has not been. */
export const seenRevision = (news: ChartNews, unseen: readonly ChartNewsItem[]): number =>
  Math.min(news.revision, ...unseen.map(({ revision }) => revision - 1));

export type ThingKind = 'stay' | 'review' | 'entry' | 'note' | 'gallery' | 'medication';
export const thingKinds: readonly ThingKind[] = ['stay', 'review', 'entry', 'note', 'medication', 'gallery'];
export const thingKind = ({ thing }: Pick<ChartNewsItem, 'thing'>): ThingKind =>
  thing === 'stay' ? 'stay' : (thing.slice(0, thing.indexOf(':')) as ThingKind);
export const thingId = ({ thing }: Pick<ChartNewsItem, 'thing'>): string => thing.slice(thing.indexOf(':') + 1);

export interface UnseenGroup {
  kind: ThingKind;
  removed: boolean;
  items: readonly ChartNewsItem[];
}
/** By kind, in the order of the screen; what is gone by itself: there is no way to it. */
export const groupByKind = (items: readonly ChartNewsItem[]): UnseenGroup[] =>
  thingKinds
    .flatMap((kind) =>
      [false, true].map((removed) => ({
        kind,
        removed,
        items: items.filter((item) => thingKind(item) === kind && (item.what === 'removed') === removed),
      })),
    )
    .filter((one) => one.items.length > 0);

/** Marks of the things that are there, as arrivals are marked. */
export const arrivalMarks = (items: readonly ChartNewsItem[]): Map<string, Arrival> =>
  new Map(items.flatMap(({ thing, what }) => (what === 'removed' ? [] : [[thing, what]])));

/** The element that shows a thing carries this as `data-item`. */
export const dataItemOf = ({ thing }: Pick<ChartNewsItem, 'thing'>): string => thing.replace(':', '-');

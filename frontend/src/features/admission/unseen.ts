/**
 * What teammates changed since one last looked, less what one has looked at by now. The memory itself is the server's
 * (`contract/news.ts`).
 */
import type { ChartNews, ChartNewsItem } from 'command-api/contract/news';
import type { Arrival } from '../../sync/live/arrivals.ts';

/** A later change of the same thing is another piece of news. */
export const keyOf = ({ thing, revision }: ChartNewsItem): string => `${thing}@${revision}`;

export const unseenOf = (news: ChartNews, looked: ReadonlySet<string>): ChartNewsItem[] =>
  news.items.filter((item) => !looked.has(keyOf(item)));

/** How far the chart has been seen: up to the oldest thing that has not been. */
export const seenUpTo = (news: ChartNews, unseen: readonly ChartNewsItem[]): number =>
  Math.min(news.revision, ...unseen.map(({ revision }) => revision - 1));

export type Kind = 'stay' | 'review' | 'entry' | 'note' | 'gallery' | 'medication';
export const kinds: readonly Kind[] = ['stay', 'review', 'entry', 'note', 'medication', 'gallery'];
export const kindOf = ({ thing }: Pick<ChartNewsItem, 'thing'>): Kind =>
  thing === 'stay' ? 'stay' : (thing.slice(0, thing.indexOf(':')) as Kind);
export const idOf = ({ thing }: Pick<ChartNewsItem, 'thing'>): string => thing.slice(thing.indexOf(':') + 1);

export interface Counted {
  kind: Kind;
  removed: boolean;
  items: readonly ChartNewsItem[];
}
/** By kind, in the order of the screen; what is gone by itself: there is no way to it. */
export const countedOf = (items: readonly ChartNewsItem[]): Counted[] =>
  kinds
    .flatMap((kind) =>
      [false, true].map((removed) => ({
        kind,
        removed,
        items: items.filter((item) => kindOf(item) === kind && (item.what === 'removed') === removed),
      })),
    )
    .filter((one) => one.items.length > 0);

/** Marks of the things that are there, as arrivals are marked. */
export const marksOf = (items: readonly ChartNewsItem[]): Map<string, Arrival> =>
  new Map(items.flatMap(({ thing, what }) => (what === 'removed' ? [] : [[thing, what]])));

/** The element that shows a thing carries this as `data-item`. */
export const placeOf = ({ thing }: Pick<ChartNewsItem, 'thing'>): string => thing.replace(':', '-');

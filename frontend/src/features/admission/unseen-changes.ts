/** Rules for the changes that a person has not seen in a patient chart yet (docs/decisions/chart-news.md). */
import type { ChartNews, ChartNewsItem } from 'command-api/contract/news';
import type { Arrival } from '../../sync/live/arrivals.ts';

/** A later change of the same thing has another key: it is news again. */
export const changeKey = ({ thing, revision }: ChartNewsItem): string => `${thing}@${revision}`;

export const unseenItems = (news: ChartNews, seenKeys: ReadonlySet<string>): ChartNewsItem[] =>
  news.items.filter((item) => !seenKeys.has(changeKey(item)));

/** The revision up to which the person has seen the patient chart: the one before the oldest unseen change. */
export const seenRevision = (news: ChartNews, unseen: readonly ChartNewsItem[]): number =>
  Math.min(news.revision, ...unseen.map(({ revision }) => revision - 1));

const thingKinds = ['stay', 'review', 'entry', 'note', 'medication', 'gallery'] as const;
export type ThingKind = (typeof thingKinds)[number];
export const thingKind = ({ thing }: Pick<ChartNewsItem, 'thing'>): ThingKind =>
  thing === 'stay' ? 'stay' : (thing.slice(0, thing.indexOf(':')) as ThingKind);
export const thingId = ({ thing }: Pick<ChartNewsItem, 'thing'>): string => thing.slice(thing.indexOf(':') + 1);

export interface UnseenGroup {
  kind: ThingKind;
  isRemoved: boolean;
  items: readonly ChartNewsItem[];
}
/** Groups by kind, in the order of the screen. Removed things have a group of their own: no link can lead to them. */
export const groupByKind = (items: readonly ChartNewsItem[]): UnseenGroup[] =>
  thingKinds
    .flatMap((kind) =>
      [false, true].map((isRemoved) => ({
        kind,
        isRemoved,
        items: items.filter((item) => thingKind(item) === kind && (item.what === 'removed') === isRemoved),
      })),
    )
    .filter((group) => group.items.length > 0);

/** The marks of unseen things, in the form in which live arrivals are marked. A removed thing has no mark. */
export const arrivalMarks = (items: readonly ChartNewsItem[]): Map<string, Arrival> =>
  new Map(items.flatMap(({ thing, what }) => (what === 'removed' ? [] : [[thing, what]])));

/** The `data-item` attribute of the element that shows a thing. */
export const dataItemOf = ({ thing }: Pick<ChartNewsItem, 'thing'>): string => thing.replace(':', '-');

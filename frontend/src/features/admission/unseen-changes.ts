/** The changes that a person has not seen in a patient chart yet (docs/decisions/read-side/chart-news.md). */
import type { ShownFinding } from 'language/contract/live';
import type { ChartNews, ChartNewsItem } from 'language/contract/news';
import { limits } from 'language/domain/values/codes';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { useSettledReads } from '../../sync/cache/use-settled-reads.ts';
import { markChartSeen, useLiveState } from '../../sync/live/live-connection.ts';
import { chartNewsQuery } from './api.ts';

/** A later change of the same thing has another key: it is news again. */
export const changeKey = ({ thing, revision }: ChartNewsItem): string => `${thing}@${revision}`;

export const unseenItems = (news: ChartNews, seenKeys: ReadonlySet<string>): ChartNewsItem[] =>
  news.items.filter((item) => !seenKeys.has(changeKey(item)));

/** The revision up to which the person has seen the patient chart: the one before the oldest unseen change. */
export const seenRevision = (news: ChartNews, unseen: readonly ChartNewsItem[]): number =>
  Math.min(news.revision, ...unseen.map(({ revision }) => revision - 1));

const thingKinds = [
  'stay',
  'review',
  'entry',
  'note',
  'medication',
  'reconciliation',
  'measurements',
  'gallery',
] as const;
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

export interface UnseenChanges {
  /** True if the patient chart can be drawn: the changes are read, or the read takes too long. */
  isKnown: boolean;
  /** Undefined until they are read. */
  items: readonly ChartNewsItem[] | undefined;
  /** The time at which the person had last seen all before this visit. Null on the first visit. */
  since: string | null | undefined;
  /** True if there were unseen changes when the patient chart was opened. */
  hadNews: boolean;
  markAllSeen: () => void;
  /** The findings that have come into view. */
  markFindingsShown: (findings: readonly ShownFinding[]) => void;
}

/**
 * The changes of teammates in a patient chart since the person last looked, minus those seen by
 * now. The server remembers how far each person has looked.
 */
export function useUnseenChanges(admission: string): UnseenChanges {
  const read = useQuery(chartNewsQuery(admission));
  const { data: news } = read;
  const isKnown = useSettledReads(read);
  const [seenKeys, setSeenKeys] = useState<ReadonlySet<string>>(new Set());
  // Fixed for the visit: the server's own instant moves each time the person has seen more.
  const [atStart, setAtStart] = useState<{ since: string | null; hadNews: boolean }>();
  if (atStart === undefined && news !== undefined)
    setAtStart({ since: news.seenAt, hadNews: news.seenAt !== null && news.items.length > 0 });
  const items = useMemo(() => news && unseenItems(news, seenKeys), [news, seenKeys]);

  const markSeen = useCallback(
    (seen: readonly ChartNewsItem[]) => setSeenKeys((before) => new Set([...before, ...seen.map(changeKey)])),
    [],
  );
  useSeenOnScreen(items, markSeen);
  const markFindingsShown = useReportSeen(admission, news && items ? seenRevision(news, items) : undefined);
  return {
    isKnown,
    items,
    since: atStart?.since,
    hadNews: atStart?.hadNews ?? false,
    markAllSeen: () => markSeen(items ?? []),
    markFindingsShown,
  };
}

const CHECK_INTERVAL_MS = 1_000;
/** A thing is seen when it is in view in this many checks in a row. Scrolling past it is not enough. */
const CHECKS_UNTIL_SEEN = 2;
/** Only the strip names what was removed. This is long enough to read it. */
const CHECKS_UNTIL_REMOVED_SEEN = 6;
/** The banner at the top and the strip at the foot each cover this much of the window. */
const COVERED_PX = 60;

/** Checks each second, while the page is visible, which of the items are in view. */
function useSeenOnScreen(
  items: readonly ChartNewsItem[] | undefined,
  onSeen: (seen: readonly ChartNewsItem[]) => void,
): void {
  const checksInView = useRef(new Map<string, number>());
  useEffect(() => {
    if (!items || items.length === 0) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      const seen = items.filter((item) => {
        const key = changeKey(item);
        const count = isInView(item) ? (checksInView.current.get(key) ?? 0) + 1 : 0;
        checksInView.current.set(key, count);
        return count >= (item.what === 'removed' ? CHECKS_UNTIL_REMOVED_SEEN : CHECKS_UNTIL_SEEN);
      });
      if (seen.length > 0) onSeen(seen);
    }, CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [items, onSeen]);
}

const collapsibleKinds = new Set(['review', 'note', 'gallery']);
function isInView(item: ChartNewsItem): boolean {
  const element = document.querySelector<HTMLElement>(
    item.what === 'removed' ? '[data-changed-strip]' : `[data-item="${CSS.escape(dataItemOf(item))}"]`,
  );
  if (!element) return false;
  // The header of a closed item shows nothing of its content.
  if (item.what !== 'removed' && collapsibleKinds.has(thingKind(item)) && element.dataset['state'] !== 'open')
    return false;
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && top < window.innerHeight - COVERED_PX && bottom > COVERED_PX;
}

/**
 * Tells the server each time that the person has seen more, with the findings that were shown. Repeats a message that the
 * server did not confirm.
 */
function useReportSeen(admission: string, upTo: number | undefined): UnseenChanges['markFindingsShown'] {
  const shown = useRef<readonly ShownFinding[]>([]);
  const isLive = useLiveState() === 'live';
  const confirmed = useRef(-1);
  useEffect(() => {
    if (!isLive || upTo === undefined) return undefined;
    const report = () => {
      const findings = shown.current.slice(0, limits.findingsShown);
      const isNothingNew = confirmed.current >= upTo && findings.length === 0;
      if (document.visibilityState !== 'visible' || isNothingNew) return;
      markChartSeen({ admission, revision: upTo, ...(findings.length > 0 && { findings }) }, (isWritten) => {
        if (!isWritten) return;
        confirmed.current = Math.max(confirmed.current, upTo);
        shown.current = shown.current.filter((finding) => !findings.includes(finding));
      });
    };
    report();
    // The socket may not be in its room yet, or the page may be in the background.
    const timer = setInterval(report, CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [admission, isLive, upTo]);
  return useCallback((more) => {
    shown.current = [...shown.current, ...more];
  }, []);
}

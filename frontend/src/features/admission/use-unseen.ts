/**
 * What teammates changed since one last looked: read from the server, taken off as it is looked at, and written back as
 * far as one has come.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ChartNews, ChartNewsItem } from 'command-api/contract/news';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { useSettledReads } from '../../sync/cache/use-settled-reads.ts';
import { markChartSeen, useLiveState } from '../../sync/live/live-connection.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { changeKey, thingKind, dataItemOf, seenRevision, unseenItems } from './unseen-changes.ts';

const getNews = endpoint<ChartNews>()('GET', '/api/admissions/:id/news');
const newsQuery = (id: string) =>
  queryOptions({ queryKey: queryKeys.chartNews(id), queryFn: ({ signal }) => api(getNews, { params: { id }, signal }) });

/** A thing counts as looked at when it was in view at this many looks in a row: scrolling past is no looking. */
const LOOKS = 2;
const LOOK_EVERY_MS = 1_000;
/** What is gone is told by the strip alone; long enough to be read. */
const LOOKS_AT_REMOVED = 6;
/** The banner at the top and the bar of arrivals at the foot cover this much. */
const COVERED_PX = 60;

export interface UnseenChanges {
  /** Whether the chart can be drawn: what is to be told above it is known, or takes too long. */
  isKnown: boolean;
  /** Undefined until it is known. */
  items: readonly ChartNewsItem[] | undefined;
  /** When one had last seen everything before this visit; null on the first one. */
  since: string | null | undefined;
  /** Whether there was anything to be told when the chart was opened. */
  hadNews: boolean;
  seeAll: () => void;
}

export function useUnseenChanges(admission: string): UnseenChanges {
  const read = useQuery(newsQuery(admission));
  const { data: news } = read;
  const isKnown = useSettledReads(read);
  const [looked, setLooked] = useState<ReadonlySet<string>>(new Set());
  // Said while the visit lasts; the server's own instant moves with every look.
  const [begun, setBegun] = useState<{ since: string | null; hadNews: boolean }>();
  if (begun === undefined && news !== undefined)
    setBegun({ since: news.seenAt, hadNews: news.seenAt !== null && news.items.length > 0 });
  const items = useMemo(() => news && unseenItems(news, looked), [news, looked]);

  const look = useCallback(
    (seen: readonly ChartNewsItem[]) => setLooked((before) => new Set([...before, ...seen.map(changeKey)])),
    [],
  );
  useLooking(items, look);
  useSaying(admission, news && items ? seenRevision(news, items) : undefined);
  return { isKnown, items, since: begun?.since, hadNews: begun?.hadNews ?? false, seeAll: () => look(items ?? []) };
}

/** Once a second while the page is in front: which of the things are before the person's eyes. */
function useLooking(
  items: readonly ChartNewsItem[] | undefined,
  onLooked: (seen: readonly ChartNewsItem[]) => void,
): void {
  const looks = useRef(new Map<string, number>());
  useEffect(() => {
    if (!items || items.length === 0) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      const seen = items.filter((item) => {
        const key = changeKey(item);
        const count = isInView(item) ? (looks.current.get(key) ?? 0) + 1 : 0;
        looks.current.set(key, count);
        return count >= (item.what === 'removed' ? LOOKS_AT_REMOVED : LOOKS);
      });
      if (seen.length > 0) onLooked(seen);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [items, onLooked]);
}

const folded = new Set(['review', 'note', 'gallery']);
function isInView(item: ChartNewsItem): boolean {
  const shown = document.querySelector<HTMLElement>(
    item.what === 'removed' ? '[data-changed-strip]' : `[data-item="${CSS.escape(dataItemOf(item))}"]`,
  );
  if (!shown) return false;
  // The head of something that is closed says nothing of what is in it.
  if (item.what !== 'removed' && folded.has(thingKind(item)) && shown.dataset['state'] !== 'open') return false;
  const { top, bottom, height } = shown.getBoundingClientRect();
  return height > 0 && top < window.innerHeight - COVERED_PX && bottom > COVERED_PX;
}

/** Tells the server how far one has looked, each time that it is further; what it could not be told is told again. */
function useSaying(admission: string, upTo: number | undefined): void {
  const isLive = useLiveState() === 'live';
  const written = useRef(-1);
  useEffect(() => {
    if (!isLive || upTo === undefined) return undefined;
    const say = () => {
      if (document.visibilityState !== 'visible' || written.current >= upTo) return;
      markChartSeen({ admission, revision: upTo }, (isWritten) => {
        if (isWritten) written.current = Math.max(written.current, upTo);
      });
    };
    say();
    // The room may not have been entered yet, and a page that is behind another is not looked at.
    const timer = setInterval(say, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [admission, isLive, upTo]);
}

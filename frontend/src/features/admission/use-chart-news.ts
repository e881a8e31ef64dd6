/** Live arrivals of an admission: highlights, the sentence about them, and the way there. */
import type { PhysicianNote, Review } from 'command-api/contract/entities';
import { useEffect, useMemo, useState } from 'react';
import { isTyping, useArrivals, type Arrival } from '../../sync/live/arrivals.ts';
import { arrivalItems, arrivalNewsOf, type ArrivalNews } from './arrival-news.ts';

/** Long enough to be read; while the person is typing it stays until they look. */
const SHOWN_MS = 8_000;

export interface ChartNews {
  arrivals: ReadonlyMap<string, Arrival>;
  news: ArrivalNews | undefined;
  dismiss: () => void;
}

/**
 * Nothing is opened or scrolled to by itself: somebody may be reading. What came stays marked until it was looked at
 * (`use-unseen.ts`).
 */
export function useArrivalNews(
  reviews: readonly Review[] | undefined,
  notes: readonly PhysicianNote[] | undefined,
  user: string,
): ChartNews {
  const items = useMemo(() => (reviews && notes ? arrivalItems(reviews, notes) : undefined), [reviews, notes]);
  const [news, setNews] = useState<ArrivalNews>();
  const [lapses, setLapses] = useState(false);
  const arrivals = useArrivals(items, (arrived) => {
    const told = arrivalNewsOf(items ?? [], arrived, user);
    if (!told) return;
    setNews(told);
    setLapses(!isTyping());
  });
  useEffect(() => {
    if (!news || !lapses) return undefined;
    const timer = setTimeout(() => setNews(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [news, lapses]);
  return { arrivals, news, dismiss: () => setNews(undefined) };
}

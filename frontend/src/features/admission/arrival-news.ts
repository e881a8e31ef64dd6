/**
 * Live arrivals of a patient chart: which reviews, entries and notes are new, and one sentence about what teammates
 * added.
 */
import type { PhysicianNote, Review } from 'command-api/contract/entities';
import { useEffect, useMemo, useState } from 'react';
import { isTyping, useArrivals, type Arrival, type ListedItem } from '../../sync/live/arrivals.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { admissionText } from './messages.ts';

export interface ArrivalItem extends ListedItem {
  kind: 'review' | 'entry' | 'note';
  /** Id of the review or note that must be open to show the item. */
  holder: string;
  /** Id of the author. */
  by: string;
  sentence: string;
}

/** All things of a patient chart that can arrive. */
export function arrivalItems(reviews: readonly Review[], notes: readonly PhysicianNote[]): ArrivalItem[] {
  const { arrived } = admissionText;
  return [
    ...reviews.flatMap(({ _id, headVersion, userId, userName, reviewDate, drugErrs }): ArrivalItem[] => [
      {
        id: `review:${_id}`,
        version: headVersion,
        kind: 'review',
        holder: _id,
        by: userId,
        sentence: arrived.review(userName, formatDate(reviewDate)),
      },
      ...drugErrs.map((entry): ArrivalItem => ({
        id: `entry:${entry._id}`,
        version: entry.version,
        kind: 'entry',
        holder: _id,
        by: userId,
        sentence: arrived.entry(userName, entry.errDrugLabel, formatDate(reviewDate)),
      })),
    ]),
    ...notes.map(({ _id, version, userId, userName, noteDate }): ArrivalItem => ({
      id: `note:${_id}`,
      version,
      kind: 'note',
      holder: _id,
      by: userId,
      sentence: arrived.note(userName, formatDate(noteDate)),
    })),
  ];
}

export interface ArrivalNews {
  text: string;
  /** The first thing that arrived. */
  item: ArrivalItem;
}

/**
 * One sentence about what teammates added. An entry that came with its review is not counted beside it.
 *
 * @returns undefined when there is no news
 */
export function arrivalNewsOf(
  items: readonly ArrivalItem[],
  arrived: ReadonlyMap<string, Arrival>,
  user: string,
): ArrivalNews | undefined {
  const isAdded = (id: string) => arrived.get(id) === 'added';
  const added = items.filter(
    ({ id, kind, holder, by }) => by !== user && isAdded(id) && !(kind === 'entry' && isAdded(`review:${holder}`)),
  );
  const item = added[0];
  return item && { item, text: admissionText.arrived.more(item.sentence, added.length - 1) };
}

/** Long enough to read. While the person types, the news stays until it is dismissed. */
const SHOWN_MS = 8_000;

/**
 * Nothing opens or scrolls by itself, because the person may be reading (docs/decisions/steady-screens.md). An arrival
 * stays marked until it is seen (`use-unseen-changes.ts`).
 */
export function useArrivalNews(
  reviews: readonly Review[] | undefined,
  notes: readonly PhysicianNote[] | undefined,
  user: string,
): { arrivals: ReadonlyMap<string, Arrival>; news: ArrivalNews | undefined; dismiss: () => void } {
  const items = useMemo(() => (reviews && notes ? arrivalItems(reviews, notes) : undefined), [reviews, notes]);
  const [news, setNews] = useState<ArrivalNews>();
  const [expires, setExpires] = useState(false);
  const arrivals = useArrivals(items, (arrived) => {
    const newest = arrivalNewsOf(items ?? [], arrived, user);
    if (!newest) return;
    setNews(newest);
    setExpires(!isTyping());
  });
  useEffect(() => {
    if (!news || !expires) return undefined;
    const timer = setTimeout(() => setNews(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [news, expires]);
  return { arrivals, news, dismiss: () => setNews(undefined) };
}

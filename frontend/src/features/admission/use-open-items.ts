/** The open reviews and notes of a chart, and the drafts that none of them offers. */
import type { PhysicianNote, Review } from 'language/contract/entities';
import { useCallback, useEffect, useRef, useState } from 'react';
import { editorKeys } from '../../editing/editor-keys.ts';
import { onOutcome, usePendingCommands } from '../../outbox/outbox.ts';
import { isPlaceholderId, type PendingCommand } from '../../outbox/pending-command.ts';
import { admissionDrafts, drafts } from '../../platform/storage/draft-storage.ts';
import { scrollToItem, type AdmissionLocation } from './admission-location.ts';
import { useRestAtNewest } from './use-rest-at-newest.ts';

type Kind = 'review' | 'note';
export interface OpenItems {
  openReviews: string[];
  setOpenReviews: (ids: string[]) => void;
  openNotes: string[];
  setOpenNotes: (ids: string[]) => void;
  openItem: (kind: Kind, id: string) => void;
  /** The page came to rest at the newest review, below the top of the chart. */
  isAtNewest: boolean;
}

interface Chart {
  admission: string;
  user: string;
  /** The review or note that the address names. */
  wanted: AdmissionLocation['wanted'];
  reviews: readonly Review[] | undefined;
  notes: readonly PhysicianNote[] | undefined;
  /** The reviews are the open tab. */
  areReviewsShown: boolean;
}

/**
 * Opened with the chart: the item that the address names or else the newest, and the items with a draft or a waiting
 * command. Opened later: an item that the outbox has created.
 */
export function useOpenItems({ admission, user, wanted, reviews, notes, areReviewsShown }: Chart): OpenItems {
  const [openReviews, setOpenReviews] = useState<string[]>(wanted?.kind === 'review' ? [wanted.id] : []);
  const [openNotes, setOpenNotes] = useState<string[]>(wanted?.kind === 'note' ? [wanted.id] : []);
  const openItem = useCallback((kind: Kind, item: string) => {
    (kind === 'note' ? setOpenNotes : setOpenReviews)((open) => (open.includes(item) ? open : [...open, item]));
  }, []);

  useInitialOpen(wanted, reviews, notes, openItem);
  const prefix = admissionDrafts(admission);
  const waiting = usePendingCommands(useCallback(({ of }: PendingCommand) => of.startsWith(prefix), [prefix]));
  const unsavedKeys = () => [...drafts.list(user, prefix), ...waiting.map(({ of }) => of.slice(prefix.length))];
  useDraftsOpen(reviews, notes, unsavedKeys, openItem);
  const isAtNewest = useRestAtNewest(
    areReviewsShown ? reviews?.at(-1)?._id : undefined,
    () => wanted !== undefined || reviewsWithDrafts(reviews ?? [], unsavedKeys()).length > 0,
  );
  // A waiting item was open, and the form of an entry may be open in a waiting review.
  useEffect(
    () =>
      onOutcome((news) => {
        if (news.type !== 'answered' || news.id === undefined) return;
        if (news.item.of === admissionDrafts(admission) + editorKeys.newReview) openItem('review', news.id);
        if (news.item.of === admissionDrafts(admission) + editorKeys.newNote) openItem('note', news.id);
      }),
    [admission, openItem],
  );
  return { openReviews, setOpenReviews, openNotes, setOpenNotes, openItem, isAtNewest };
}

/**
 * Opens the newest item of each list, or scrolls to the one that the address names. An item opens together with its
 * list: opened later, it would be closed by a click that was meant for another state.
 */
function useInitialOpen(
  wanted: AdmissionLocation['wanted'],
  reviews: readonly Review[] | undefined,
  notes: readonly PhysicianNote[] | undefined,
  open: (kind: Kind, id: string) => void,
): void {
  const [isDone, setIsDone] = useState({ review: false, note: false });
  const hasWanted = (kind: Kind): boolean =>
    wanted?.kind === kind && ((kind === 'note' ? notes : reviews)?.some(({ _id }) => _id === wanted.id) ?? false);
  for (const [kind, list] of [
    ['review', reviews],
    ['note', notes],
  ] as const) {
    const newest = list?.at(-1)?._id;
    if (isDone[kind] || newest === undefined) continue;
    setIsDone((before) => ({ ...before, [kind]: true }));
    if (!hasWanted(kind)) open(kind, newest);
  }
  const isListShown = wanted !== undefined && isDone[wanted.kind];
  const isWantedThere = hasWanted('review') || hasWanted('note');
  const hasScrolled = useRef(false);
  useEffect(() => {
    if (!wanted || !isListShown || hasScrolled.current) return;
    hasScrolled.current = true;
    if (isWantedThere) scrollToItem(`${wanted.kind}-${wanted.id}`, { block: 'start' });
  }, [wanted, isListShown, isWantedThere]);
}

/** Opens the reviews and notes with text that the server does not have, and scrolls to the first such review. */
function useDraftsOpen(
  reviews: readonly Review[] | undefined,
  notes: readonly PhysicianNote[] | undefined,
  keysOf: () => readonly string[],
  open: (kind: Kind, id: string) => void,
): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || reviews === undefined || notes === undefined) return;
    isDone.current = true;
    const keys = keysOf();
    for (const { _id } of notes) if (keys.includes(editorKeys.note(_id))) open('note', _id);
    const drafted = reviewsWithDrafts(reviews, keys);
    for (const id of drafted) open('review', id);
    if (drafted[0] !== undefined) scrollToItem(`review-${drafted[0]}`, { block: 'start' });
  }, [reviews, notes, keysOf, open]);
}

/** @param keys of the editors that have a draft */
export const reviewsWithDrafts = (reviews: readonly Review[], keys: readonly string[]): string[] =>
  reviews
    .filter(({ _id, drugErrs }) =>
      keys.some(
        (key) =>
          key === editorKeys.review(_id) ||
          key.startsWith(editorKeys.newEntriesOf(_id)) ||
          drugErrs.some((entry) => key === editorKeys.entry(entry._id)),
      ),
    )
    .map(({ _id }) => _id);

/**
 * The keys of drafts whose review, entry or note was deleted while the page was locked or closed: no form offers them any
 * more. They are looked for once, with the first lists.
 */
export function useOrphanedDrafts(
  user: string,
  admission: string,
  reviews: readonly Review[] | undefined,
  notes: readonly PhysicianNote[] | undefined,
): readonly string[] {
  const [orphans, setOrphans] = useState<readonly string[]>();
  if (orphans === undefined && reviews && notes)
    setOrphans(drafts.list(user, admissionDrafts(admission)).filter((key) => isOrphan(key, reviews, notes)));
  return orphans ?? [];
}

function isOrphan(key: string, reviews: readonly Review[], notes: readonly PhysicianNote[]): boolean {
  const [kind, id = ''] = key.split(':');
  if (kind === 'note') return notes.every(({ _id }) => editorKeys.note(_id) !== key);
  if (kind === 'review') return reviews.every(({ _id }) => editorKeys.review(_id) !== key);
  if (kind === 'entry')
    return reviews.every(({ drugErrs }) => drugErrs.every(({ _id }) => editorKeys.entry(_id) !== key));
  // A review that waits in the outbox is not in the list, and its entries are offered there.
  return (
    editorKeys.isNewEntry(key) && !isPlaceholderId(key.slice('new:'.length)) && reviews.every(({ _id }) => _id !== id)
  );
}

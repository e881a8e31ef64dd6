import type { PhysicianNote, Review } from 'command-api/contract/entities';
import { useState } from 'react';
import { entryKey } from '../../features/entries/entry-editor.tsx';
import { noteKey } from '../../features/notes/api.ts';
import { headKey } from '../../features/reviews/api.ts';
import { isPlaceholderId } from '../../outbox/pending-command.ts';
import { admissionDrafts, drafts } from '../../platform/storage/draft-storage.ts';

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

export function isOrphan(key: string, reviews: readonly Review[], notes: readonly PhysicianNote[]): boolean {
  const [kind, id = ''] = key.split(':');
  if (kind === 'note') return notes.every(({ _id }) => noteKey(_id) !== key);
  if (kind === 'review') return reviews.every(({ _id }) => headKey(_id) !== key);
  if (kind === 'entry')
    return reviews.every(({ drugErrs }) => drugErrs.every(({ _id }) => entryKey.saved(_id) !== key));
  // A review that waits in the outbox is not in the list, and its entries are offered there.
  return entryKey.isNew(key) && !isPlaceholderId(key.slice('new:'.length)) && reviews.every(({ _id }) => _id !== id);
}

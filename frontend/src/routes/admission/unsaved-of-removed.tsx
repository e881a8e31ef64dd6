/**
 * What was being written in a review or a note that is gone: deleted in another window, or by whoever may. Its words
 * stay until the person says where they go.
 */
import type { Review } from 'command-api/contract/entities';
import { useEffect } from 'react';
import { entryDraftKey, entryEditors, openFreshEntry } from '../../features/entries/entry-editor.ts';
import { isEntryDirty as isDirtyEntry } from '../../features/entries/entry-draft.ts';
import { NEW_NOTE, noteKey, openNewNote } from '../../features/notes/api.ts';
import { headKey, NEW_REVIEW, openNewReview } from '../../features/reviews/api.ts';
import {
  clinicalTextDraftKey,
  clinicalTextEditors,
  isClinicalTextDirty as isDirtyText,
} from '../../editing/clinical-text/clinical-text-editor.ts';
import { drafts } from '../../platform/storage/draft-storage.ts';
import { useEditors } from '../../editing/open-editors.ts';
import type { UnsavedText } from '../../editing/unsaved-text.tsx';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { AsyncBoundary } from '../../components/async-boundary.tsx';
import { typedEntry, typedText } from './typed-text.ts';

const LeftTexts = lazyComponent(async () => ({
  default: (await import('../../editing/unsaved-text.tsx')).UnsavedTexts,
}));

interface Props {
  user: string;
  admission: string;
  /** The ids of those that were here and are not any more. */
  goneReviews: readonly string[];
  goneNotes: readonly string[];
  mayReview: boolean;
  mayNote: boolean;
  /** Of this person, where an entry may go. */
  newest: Review | undefined;
}
export function LeftBehind({ user, admission, goneReviews, goneNotes, mayReview, mayNote, newest }: Props) {
  const texts = useEditors(clinicalTextEditors);
  const entries = useEditors(entryEditors);

  const left: UnsavedText[] = [];
  const untouched: (() => void)[] = [];
  for (const [key, editor] of texts) {
    const isNote = goneNotes.some((id) => key === noteKey(id));
    if (!isNote && !goneReviews.some((id) => key === headKey(id))) continue;
    const { context } = editor.getSnapshot();
    const discard = () => {
      drafts.settle(clinicalTextDraftKey(user, admission, key));
      clinicalTextEditors.close(key);
    };
    if (!isDirtyText(context)) untouched.push(discard);
    else {
      const open = isNote ? openNewNote : openNewReview;
      const may = isNote ? mayNote && !texts.has(NEW_NOTE) : mayReview && !texts.has(NEW_REVIEW);
      left.push({
        typed: typedText(key, context.draft),
        discard,
        again: may
          ? {
              as: isNote ? 'note' : 'review',
              run: () => {
                open(admission, context.draft);
                discard();
              },
            }
          : undefined,
      });
    }
  }
  for (const [key, editor] of entries) {
    const { context } = editor.getSnapshot();
    if (!goneReviews.includes(context.parentId)) continue;
    const discard = () => {
      drafts.settle(entryDraftKey(user, admission, key));
      entryEditors.close(key);
    };
    if (!isDirtyEntry(context)) untouched.push(discard);
    else
      left.push({
        typed: typedEntry(key, context.draft),
        discard,
        again: newest
          ? {
              as: 'entry',
              run: () => {
                openFreshEntry(newest, context.draft);
                discard();
              },
            }
          : undefined,
      });
  }
  useEffect(() => {
    for (const close of untouched) close();
  });
  if (left.length === 0) return null;
  return (
    <AsyncBoundary>
      <LeftTexts left={left} />
    </AsyncBoundary>
  );
}

/** Says what the person has saved in a chart, and scrolls to what is new: reviews, entries and notes. */
import type { PhysicianNote, Review } from 'language/contract/entities';
import { useCallback, useState } from 'react';
import { translate } from '../../platform/language/language.ts';
import { clinicalTextName } from '../../editing/clinical-text/clinical-text-kind.tsx';
import { editorKeys } from '../../editing/editor-keys.ts';
import type { ClinicalTextNews } from '../../editing/clinical-text/clinical-text-editor.tsx';
import { mergedText } from '../../editing/merged-text.ts';
import { playSuccess } from '../../platform/sound.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import { scrollToItem } from './admission-location.ts';

/** @param openItem opens the row of a review or note; must be stable */
export function useSavedNews(
  openItem: (kind: 'review' | 'note', id: string) => void,
  reviews: readonly Review[] | undefined,
  notes: readonly PhysicianNote[] | undefined,
) {
  /** For screen readers. */
  const [announced, setAnnounced] = useState('');
  const showNew = useCallback(
    (kind: 'review' | 'note', id: string, message: string) => {
      playSuccess();
      notify.saved(message, 2_500);
      setAnnounced(translate(`admission.announced.${kind}`));
      openItem(kind, id);
      scrollToItem(`${kind}-${id}`, { block: 'start', focus: kind === 'note' ? 'button' : '[data-add-entry]' });
    },
    [openItem],
  );
  const onNews = useCallback(
    (key: string, news: ClinicalTextNews) => {
      if (news.type === 'edited') {
        const isNote = key.startsWith('note:');
        if (isNote) playSuccess();
        notify.saved(isNote ? translate('note.edited') : translate('review.toast.edited'), 2_500);
        if (news.mergedWith !== undefined) notify.info(mergedText(news.mergedWith));
        return;
      }
      if (key === editorKeys.newNote) showNew('note', news.id, translate('note.added'));
      else showNew('review', news.id, translate('review.toast.added'));
    },
    [showNew],
  );
  const onCopied = useCallback(
    (review: string) => showNew('review', review, translate('review.toast.copied')),
    [showNew],
  );
  const [addedEntries, setAddedEntries] = useState<ReadonlySet<string>>(new Set());
  const onEntryAdded = useCallback((entry: string) => {
    setAnnounced('');
    setAddedEntries((before) => new Set([...before, entry]));
    scrollToItem(`entry-${entry}`, { block: 'nearest' });
  }, []);
  /** The name of an editor, for the question about unsaved text. */
  const nameOf = useCallback(
    (key: string) => {
      const note = notes?.find(({ _id }) => key === editorKeys.note(_id));
      if (note || key === editorKeys.newNote) return clinicalTextName('note', note?.noteDate);
      return clinicalTextName('review', reviews?.find(({ _id }) => key === editorKeys.review(_id))?.reviewDate);
    },
    [reviews, notes],
  );
  return { announced, onNews, onCopied, onEntryAdded, addedEntries, nameOf };
}

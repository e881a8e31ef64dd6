/** Says what the person has saved in a chart, and scrolls to what is new: reviews, entries and notes. */
import type { PhysicianNote, Review } from 'command-api/contract/entities';
import { useCallback, useState } from 'react';
import { scrollToItem } from '../../features/admission/admission-location.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { NEW_NOTE, noteKey } from '../../features/notes/api.ts';
import { headKey, NEW_REVIEW } from '../../features/reviews/api.ts';
import type { ClinicalTextNews } from '../../editing/clinical-text/clinical-text-editor.tsx';
import { mergeText } from '../../editing/messages.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { playSuccess } from '../../platform/sound.ts';
import { notify } from '../../components/toasts/toaster.tsx';

/** @param openItem opens the row of a review or note; must be stable */
export function useSavedNews(
  openItem: (kind: 'review' | 'note', id: string) => void,
  reviews: readonly Review[] | undefined,
  notes: readonly PhysicianNote[] | undefined,
) {
  const t = useTranslation();
  /** For screen readers. */
  const [announced, setAnnounced] = useState('');
  const showNew = useCallback(
    (kind: 'review' | 'note', id: string, message: string) => {
      playSuccess();
      notify.saved(message, 2_500);
      setAnnounced(t(`admission.announced.${kind}`));
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
        notify.saved(isNote ? t('note.edited') : t('review.toast.edited'), 2_500);
        if (news.mergedWith !== undefined) notify.info(mergeText.merged(news.mergedWith));
        return;
      }
      if (key === NEW_NOTE) showNew('note', news.id, t('note.added'));
      else showNew('review', news.id, t('review.toast.added'));
    },
    [showNew],
  );
  const onCopied = useCallback((review: string) => showNew('review', review, t('review.toast.copied')), [showNew]);
  const onEntryAdded = useCallback((entry: string) => {
    setAnnounced('');
    scrollToItem(`entry-${entry}`, { block: 'nearest' });
  }, []);
  /** The name of an editor, for the question about unsaved text. */
  const nameOf = useCallback(
    (key: string) => {
      if (key === NEW_NOTE) return t('note.unsaved');
      const note = notes?.find(({ _id }) => key === noteKey(_id));
      if (note) return t('note.unsavedEdit', { date: formatDate(note.noteDate) });
      const review = reviews?.find(({ _id }) => key === headKey(_id));
      return key === NEW_REVIEW || !review
        ? t('review.unsaved.fresh')
        : t('review.unsaved.edit', { date: formatDate(review.reviewDate) });
    },
    [reviews, notes],
  );
  return { announced, onNews, onCopied, onEntryAdded, nameOf };
}

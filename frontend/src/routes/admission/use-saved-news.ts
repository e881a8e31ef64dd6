/** Says what the person has saved in a chart, and scrolls to what is new: reviews, entries and notes. */
import type { PhysicianNote, Review } from 'command-api/contract/entities';
import { useCallback, useState } from 'react';
import { scrollToItem } from '../../features/admission/admission-location.ts';
import { translate } from '../../platform/language/language.ts';
import { NEW_NOTE, noteKey } from '../../features/notes/api.ts';
import { headKey, NEW_REVIEW } from '../../features/reviews/api.ts';
import type { ClinicalTextNews } from '../../editing/clinical-text/clinical-text-editor.tsx';
import { mergedText } from '../../editing/merged-text.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { playSuccess } from '../../platform/sound.ts';
import { notify } from '../../components/toasts/toaster.tsx';

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
      if (key === NEW_NOTE) showNew('note', news.id, translate('note.added'));
      else showNew('review', news.id, translate('review.toast.added'));
    },
    [showNew],
  );
  const onCopied = useCallback(
    (review: string) => showNew('review', review, translate('review.toast.copied')),
    [showNew],
  );
  const onEntryAdded = useCallback((entry: string) => {
    setAnnounced('');
    scrollToItem(`entry-${entry}`, { block: 'nearest' });
  }, []);
  /** The name of an editor, for the question about unsaved text. */
  const nameOf = useCallback(
    (key: string) => {
      if (key === NEW_NOTE) return translate('note.unsaved');
      const note = notes?.find(({ _id }) => key === noteKey(_id));
      if (note) return translate('note.unsavedEdit', { date: formatDate(note.noteDate) });
      const review = reviews?.find(({ _id }) => key === headKey(_id));
      return key === NEW_REVIEW || !review
        ? translate('review.unsaved.fresh')
        : translate('review.unsaved.edit', { date: formatDate(review.reviewDate) });
    },
    [reviews, notes],
  );
  return { announced, onNews, onCopied, onEntryAdded, nameOf };
}

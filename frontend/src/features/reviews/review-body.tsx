import * as reviewCalls from 'language/contract/calls/reviews';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import type { Review } from 'language/contract/entities';
import { Copy, Pencil, Printer, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Box } from '@chakra-ui/react/box';
import type { ClinicalTextEditor } from '../../editing/clinical-text/clinical-text-editor.tsx';
import { ClinicalTextForm } from '../../editing/clinical-text/clinical-text-form.tsx';
import { UnsentChange, useClinicalText } from '../../editing/clinical-text/clinical-text-kind.tsx';
import { useRestoreFocus } from '../../platform/keyboard/use-restore-focus.ts';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { isBlank } from '../../platform/text/sanitize.ts';
import { cacheReview, removeCachedReview, reviewsQuery } from '../../sync/reads/admission-lists.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { lastError, useCommand } from '../../sync/commands.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ContactLink } from '../../clinical/contact-link.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { playSuccess } from '../../platform/sound.ts';
import { heads } from './api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { ClinicalNote } from './review-list.tsx';

interface ReviewBodyProps {
  review: Review;
  user: string;
  canEdit: boolean;
  children: ReactNode;
}

/** The inside of a review: its clinical note, with an editor for the author, and its entries (`children`). */
export function ReviewBody({ review, user, canEdit, children }: ReviewBodyProps) {
  const { editor, change } = useClinicalText(heads, review, user);
  return (
    <>
      <NoteOfOrigin review={review} />
      {editor ? (
        <OpenHead editor={editor} review={review} />
      ) : (
        <>
          <ReadHead review={review} canEdit={canEdit && !change} />
          <UnsentChange kind={heads} saved={review} user={user} change={change} canEdit={canEdit} />
        </>
      )}
      {children}
    </>
  );
}

/** A copy has no note of its own until one is written: what was written that day is shown beside it. */
function NoteOfOrigin({ review: { admission, team, copiedFrom, clinicalNote } }: { review: Review }) {
  const t = useTranslation();
  const reviews = useQuery({ ...reviewsQuery(admission, team), enabled: copiedFrom !== undefined });
  const origin = reviews.data?.find(({ _id }) => _id === copiedFrom);
  if (!origin || isBlank(origin.clinicalNote) || !isBlank(clinicalNote)) return null;
  const label = t('review.noteOfOrigin', { date: formatDate(origin.reviewDate) });
  return (
    <Box
      as="section"
      aria-label={label}
      data-print="hide"
      borderInlineStartWidth="3px"
      borderColor="border"
      bg="bg.muted"
      paddingInline="3"
      paddingBlock="1.5"
      marginBlockEnd="2"
    >
      <Box fontSize="xs" color="fg.muted">
        {label}
      </Box>
      <RichTextView html={origin.clinicalNote} />
    </Box>
  );
}

function ReadHead({ review, canEdit }: { review: Review; canEdit: boolean }) {
  const t = useTranslation();
  return (
    <ClinicalNote review={review}>
      {canEdit ? (
        <Button size="xs" variant="outline" data-print="hide" data-edit-head onClick={() => heads.open(review)}>
          <Pencil size={14} aria-hidden />
          {t('review.edit')}
        </Button>
      ) : null}
    </ClinicalNote>
  );
}

function OpenHead({ editor, review }: { editor: ClinicalTextEditor; review: Review }) {
  const isOpen = useSelector(editor, (state) => state.hasTag('open'));
  useRestoreFocus(() => document.querySelector<HTMLElement>(`[data-item="review-${review._id}"] [data-edit-head]`));
  return isOpen ? (
    <ClinicalTextForm editor={editor} name="review" isNew={false} />
  ) : (
    <ReadHead review={review} canEdit />
  );
}

interface ReviewActionsProps {
  review: Review;
  isMine: boolean;
  canDuplicate: boolean;
  onPrint: (review: Review) => void;
  onCopied: (id: string) => void;
  /** Further buttons in the same row. */
  children?: ReactNode;
}

/**
 * The buttons below a review: Print, Duplicate for clinical pharmacists, Delete for the author, a contact link for all others
 * (docs/product.md, "Reviews" and "Duplicates").
 */
export function ReviewActions({ review, isMine, canDuplicate, onPrint, onCopied, children }: ReviewActionsProps) {
  const t = useTranslation();
  const { _id: reviewId, version, drugErrs } = review;
  const date = formatDate(review.reviewDate);
  const copy = useCommand(reviewCalls.duplicateReview, {
    onSuccess: (created) => void cacheReview(created).then(() => onCopied(created._id)),
  });
  const remove = useCommand(reviewCalls.deleteReview, {
    onSuccess: (deleted) => {
      playSuccess();
      notify.removed(t('review.toast.deleted'));
      void removeCachedReview(deleted);
    },
  });
  const askToCopy = async () => {
    if (
      await confirm({
        title: t('review.duplicateSure.title'),
        body: t('review.duplicateSure.body', { entries: drugErrs.length }),
      })
    )
      copy.mutate({ params: { reviewId }, body: {} });
  };
  const askToRemove = async () => {
    if (
      await confirm({
        title: t('review.deleteSure.title'),
        body: t('review.deleteSure.body', { date, entries: drugErrs.length }),
        danger: true,
      })
    )
      remove.mutate({ params: { reviewId }, ifVersion: version });
  };
  const busy = copy.isPending || remove.isPending;
  return (
    <Box data-print="hide" borderTopWidth="1px" borderColor="border.muted" marginBlockStart="3" paddingBlockStart="2">
      <ErrorAlert error={lastError(copy, remove)} />
      <Box display="flex" flexWrap="wrap" gap="1" alignItems="center">
        <Button size="xs" variant="ghost" onClick={() => onPrint(review)}>
          <Printer size={14} aria-hidden />
          {t('review.print')}
        </Button>
        {canDuplicate ? (
          <Button
            size="xs"
            variant="ghost"
            aria-label={`${t('review.duplicate')}: ${t('review.duplicateOf', { date })}`}
            disabled={busy}
            onClick={() => void askToCopy()}
          >
            <Copy size={14} aria-hidden />
            {t('review.duplicate')}
          </Button>
        ) : null}
        {children}
        {isMine ? (
          <Button
            size="xs"
            variant="ghost"
            marginInlineStart="auto"
            color="fg.error"
            aria-label={`${t('review.delete')}: ${t('review.deleteOf', { date })}`}
            disabled={busy}
            onClick={() => void askToRemove()}
          >
            <Trash2 size={14} aria-hidden />
            {t('review.delete')}
          </Button>
        ) : (
          <Box marginInlineStart="auto">
            <ContactLink phone={review.userPhone} name={review.userName} />
          </Box>
        )}
      </Box>
    </Box>
  );
}

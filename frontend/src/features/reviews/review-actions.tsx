import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { Review } from 'command-api/contract/entities';
import { Copy, Printer, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { cacheReview, removeCachedReview } from '../../sync/reads/admission-lists.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { lastError, useCommand } from '../../sync/commands.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ContactLink } from '../../clinical/contact-link.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { playSuccess } from '../../platform/sound.ts';
import { deleteReview, duplicateReview } from './api.ts';
import { reviewText } from './messages.ts';

interface Props {
  review: Review;
  isMine: boolean;
  canDuplicate: boolean;
  onPrint: (review: Review) => void;
  onCopied: (id: string) => void;
  /** Further buttons in the same row. */
  children?: ReactNode;
}

/**
 * The buttons below a review: Print, Dup for clinical pharmacists, Del for the author, a contact link for all others
 * (docs/product.md, "Reviews" and "Duplicates").
 */
export function ReviewActions({ review, isMine, canDuplicate, onPrint, onCopied, children }: Props) {
  const { _id: reviewId, version, drugErrs } = review;
  const date = formatDate(review.reviewDate);
  const copy = useCommand(duplicateReview, {
    onSuccess: (created) => void cacheReview(created).then(() => onCopied(created._id)),
  });
  const remove = useCommand(deleteReview, {
    onSuccess: (deleted) => {
      playSuccess();
      notify.removed(reviewText.toast.deleted);
      void removeCachedReview(deleted);
    },
  });
  const { duplicateSure, deleteSure } = reviewText;
  const askToCopy = async () => {
    if (await confirm({ title: duplicateSure.title, body: duplicateSure.body(drugErrs.length) }))
      copy.mutate({ params: { reviewId }, body: {} });
  };
  const askToRemove = async () => {
    if (await confirm({ title: deleteSure.title, body: deleteSure.body(date, drugErrs.length), danger: true }))
      remove.mutate({ params: { reviewId }, ifVersion: version });
  };
  const busy = copy.isPending || remove.isPending;
  return (
    <Box data-print="hide" borderTopWidth="1px" borderColor="border.muted" marginBlockStart="3" paddingBlockStart="2">
      <ErrorAlert error={lastError(copy, remove)} />
      <Box display="flex" flexWrap="wrap" gap="1" alignItems="center">
        <Button size="xs" variant="ghost" onClick={() => onPrint(review)}>
          <Printer size={14} aria-hidden />
          {reviewText.print}
        </Button>
        {canDuplicate ? (
          <Button
            size="xs"
            variant="ghost"
            aria-label={`${reviewText.duplicate}: ${reviewText.duplicateOf(date)}`}
            disabled={busy}
            onClick={() => void askToCopy()}
          >
            <Copy size={14} aria-hidden />
            {reviewText.duplicate}
          </Button>
        ) : null}
        {children}
        {isMine ? (
          <Button
            size="xs"
            variant="ghost"
            marginInlineStart="auto"
            color="fg.error"
            aria-label={`${reviewText.delete}: ${reviewText.deleteOf(date)}`}
            disabled={busy}
            onClick={() => void askToRemove()}
          >
            <Trash2 size={14} aria-hidden />
            {reviewText.delete}
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

import { Box } from '@chakra-ui/react/box';
import type { Review } from 'command-api/contract/entities';
import type { ReactNode } from 'react';
import { isBlank } from '../../platform/text/sanitize.ts';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { reviewText } from './messages.ts';

/** The clinical note of a review as text, with buttons (`children`) beside it. */
export function ClinicalNote({ review, children }: { review: Pick<Review, 'clinicalNote'>; children?: ReactNode }) {
  return (
    <Box display="flex" gap="3" alignItems="flex-start">
      <Box flex="1" minWidth="0">
        {isBlank(review.clinicalNote) ? (
          <Box color="fg.muted">{reviewText.noNote}</Box>
        ) : (
          <RichTextView html={review.clinicalNote} />
        )}
      </Box>
      {children}
    </Box>
  );
}

import { Box } from '@chakra-ui/react/box';
import type { Review } from 'command-api/contract/entities';
import { useCallback, type ReactNode } from 'react';
import { clinicalTextEditors, isClinicalTextDraft } from '../../editing/clinical-text/clinical-text-editor.ts';
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { useEditor } from '../../editing/open-editors.ts';
import { usePendingCommands } from '../../outbox/outbox-client.ts';
import { isPlaceholderId, isDependentOn, placeholderId, type PendingCommand } from '../../outbox/pending-command.ts';
import { outboxText } from '../../outbox/messages.ts';
import { PendingText } from '../../editing/clinical-text/pending-text.tsx';
import { NEW_REVIEW, openNewReview } from './api.ts';

interface Props {
  admissionId: string;
  user: string;
  /** The entries of a review that is known by a stand-in for its id. */
  renderEntries: (review: Review) => ReactNode;
}

/**
 * The reviews that are not at the server yet, with what was written in them since: the entries wait for their review.
 */
export default function OutboxReviews({ admissionId, user, renderEntries }: Props) {
  const place = admissionDrafts(admissionId);
  const waiting = usePendingCommands(useCallback(({ of }: PendingCommand) => of.startsWith(place), [place]));
  const isFormOpen = useEditor(clinicalTextEditors, NEW_REVIEW) !== undefined;
  const reviews = waiting.filter(({ of }) => of === place + NEW_REVIEW);
  const entriesOf = (review: PendingCommand) => waiting.filter((one) => isDependentOn(one, review));
  const here = new Set(reviews.map(({ key }) => placeholderId(key)));
  const homeless = new Set(
    waiting
      .flatMap(({ call: { params } }) => Object.values(params))
      .filter((id) => isPlaceholderId(id) && !here.has(id)),
  );
  const asReview = (_id: string, draft: unknown): Review => {
    const { date, html } = isClinicalTextDraft(draft) ? draft : { date: '', html: '' };
    return {
      _id,
      version: 0,
      headVersion: 0,
      admission: admissionId,
      patient: '',
      team: '',
      reviewDate: date,
      clinicalNote: html,
      drugErrs: [],
      userId: user,
      userEmail: '',
      userName: '',
      userPhone: '',
    };
  };
  return (
    <>
      {reviews.map((item) => (
        <Box
          key={item.key}
          data-review={placeholderId(item.key)}
          bg="bg.panel"
          borderWidth="1px"
          borderRadius="l2"
          paddingInline="3"
          marginBlockEnd="2"
        >
          <PendingText
            item={item}
            along={entriesOf(item)}
            onEdit={isFormOpen ? undefined : (draft, back) => openNewReview(admissionId, draft, back)}
          />
          {renderEntries(asReview(placeholderId(item.key), item.draft))}
        </Box>
      ))}
      {[...homeless].map((id) => (
        <Box
          key={id}
          data-review={id}
          bg="bg.panel"
          borderWidth="1px"
          borderRadius="l2"
          paddingInline="3"
          marginBlockEnd="2"
        >
          <Box fontSize="sm" color="fg.muted" marginBlockStart="2">
            {outboxText.homeless}
          </Box>
          {renderEntries(asReview(id, undefined))}
        </Box>
      ))}
    </>
  );
}

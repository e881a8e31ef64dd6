import { Box } from '@chakra-ui/react/box';
import type { Review } from 'language/contract/entities';
import { useCallback, type ReactNode } from 'react';
import { clinicalTextEditors, isClinicalTextDraft } from '../../editing/clinical-text/clinical-text-editor.tsx';
import { editorKeys } from '../../editing/editor-keys.ts';
import { useEditor } from '../../editing/open-editors.tsx';
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { usePendingCommands } from '../../outbox/outbox.ts';
import { isDependentOn, isPlaceholderId, placeholderId, type PendingCommand } from '../../outbox/pending-command.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { PendingText } from '../../editing/clinical-text/pending-text.tsx';
import { heads } from './api.ts';

interface OutboxReviewsProps {
  admissionId: string;
  user: string;
  /** Renders the entries of a review that has a placeholder id. */
  renderEntries: (review: Review) => ReactNode;
}

/** The new reviews that wait in the outbox, with the entries that depend on them (docs/decisions/browser/outbox.md). */
export function OutboxReviews({ admissionId, user, renderEntries }: OutboxReviewsProps) {
  const t = useTranslation();
  const draftPrefix = admissionDrafts(admissionId);
  const pendingCommands = usePendingCommands(
    useCallback(({ of }: PendingCommand) => of.startsWith(draftPrefix), [draftPrefix]),
  );
  const isFormOpen = useEditor(clinicalTextEditors, editorKeys.newReview) !== undefined;
  const reviews = pendingCommands.filter(({ of }) => of === draftPrefix + editorKeys.newReview);
  const entriesOf = (review: PendingCommand) => pendingCommands.filter((command) => isDependentOn(command, review));
  const reviewIds = new Set(reviews.map(({ key }) => placeholderId(key)));
  /** Placeholder ids of reviews that have left the outbox without being saved. Their entries still wait. */
  const orphanIds = new Set(
    pendingCommands
      .flatMap(({ call: { params } }) => Object.values(params))
      .filter((id) => isPlaceholderId(id) && !reviewIds.has(id)),
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
            dependents={entriesOf(item)}
            onEdit={isFormOpen ? undefined : (draft, withdrawn) => heads.openNew(admissionId, draft, withdrawn)}
          />
          {renderEntries(asReview(placeholderId(item.key), item.draft))}
        </Box>
      ))}
      {[...orphanIds].map((id) => (
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
            {t('outbox.homeless')}
          </Box>
          {renderEntries(asReview(id, undefined))}
        </Box>
      ))}
    </>
  );
}

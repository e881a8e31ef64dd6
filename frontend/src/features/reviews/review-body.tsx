import { Button } from '@chakra-ui/react/button';
import { useSelector } from '@xstate/react';
import type { Review } from 'command-api/contract/entities';
import { Pencil } from 'lucide-react';
import { useCallback, useEffect, type ReactNode } from 'react';
import {
  type ClinicalTextEditor,
  clinicalTextEditors,
  isClinicalTextDraft,
  movedSince,
} from '../../editing/clinical-text/clinical-text-editor.tsx';
import { useEditor, editorDraftKey } from '../../editing/open-editors.tsx';
import { useRestoreFocus } from '../../platform/keyboard/use-restore-focus.ts';
import { usePendingCommands } from '../../outbox/outbox-client.ts';
import type { PendingCommand } from '../../outbox/pending-command.ts';
import { ClinicalTextForm } from '../../editing/clinical-text/clinical-text-form.tsx';
import { DraftOffer } from '../../editing/draft-offer.tsx';
import { PendingText } from '../../editing/clinical-text/pending-text.tsx';
import { headKey, headOf, openHead } from './api.ts';
import { reviewText } from './messages.ts';
import { ClinicalNote } from './review-list.tsx';

interface Props {
  review: Review;
  user: string;
  canEdit: boolean;
  children: ReactNode;
}

/** The inside of a review: its clinical note, with an editor for the author, and its entries (`children`). */
export function ReviewBody({ review, user, canEdit, children }: Props) {
  const editor = useEditor(clinicalTextEditors, headKey(review._id));
  const { of: draftId } = editorDraftKey(user, review.admission, headKey(review._id));
  const [change] = usePendingCommands(useCallback(({ of }: PendingCommand) => of === draftId, [draftId]));
  return (
    <>
      {editor ? (
        <OpenHead editor={editor} review={review} />
      ) : (
        <ReadHead review={review} canEdit={canEdit && !change} />
      )}
      {change && !editor ? (
        <PendingText
          item={change}
          onEdit={(draft, withdrawn) =>
            openHead(review, draft, movedSince(withdrawn, headOf(review), review.userName), withdrawn)
          }
        />
      ) : null}
      {canEdit && !editor && !change ? (
        <DraftOffer
          draftKey={editorDraftKey(user, review.admission, headKey(review._id))}
          what="the clinical note"
          isUsable={isClinicalTextDraft}
          version={review.headVersion}
          onRestore={({ value }, moved) =>
            openHead(review, value, moved ? { current: headOf(review), by: review.userName, at: undefined } : undefined)
          }
        />
      ) : null}
      {children}
    </>
  );
}

function ReadHead({ review, canEdit }: { review: Review; canEdit: boolean }) {
  return (
    <ClinicalNote review={review}>
      {canEdit ? (
        <Button size="xs" variant="outline" data-print="hide" data-edit-head onClick={() => openHead(review)}>
          <Pencil size={14} aria-hidden />
          {reviewText.edit}
        </Button>
      ) : null}
    </ClinicalNote>
  );
}

function OpenHead({ editor, review }: { editor: ClinicalTextEditor; review: Review }) {
  const isOpen = useSelector(editor, (state) => state.hasTag('open'));
  useEffect(() => {
    editor.send({ type: 'remote', theirs: { current: headOf(review), by: review.userName, at: undefined } });
  }, [editor, review]);
  useRestoreFocus(() => document.querySelector<HTMLElement>(`[data-item="review-${review._id}"] [data-edit-head]`));
  return isOpen ? (
    <ClinicalTextForm editor={editor} words={reviewText.form.edit} />
  ) : (
    <ReadHead review={review} canEdit />
  );
}

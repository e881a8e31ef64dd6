import { Box } from '@chakra-ui/react/box';
import { useCallback } from 'react';
import {
  cancelClinicalText,
  clinicalTextEditors,
  isClinicalTextDraft,
} from '../../editing/clinical-text/clinical-text-editor.tsx';
import { today } from '../../platform/time/dates.ts';
import { useEditor, editorDraftKey } from '../../editing/open-editors.tsx';
import { usePendingCommands } from '../../outbox/outbox-client.ts';
import type { PendingCommand } from '../../outbox/pending-command.ts';
import { ClinicalTextForm } from '../../editing/clinical-text/clinical-text-form.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { DraftOffer } from '../../editing/draft-offer.tsx';
import { PendingText } from '../../editing/clinical-text/pending-text.tsx';
import { NEW_NOTE, openNewNote } from './api.ts';
import { noteText } from './messages.ts';

/** The form of a new note, for the physicians of the team. */
export function NewNote({ admissionId, user }: { admissionId: string; user: string }) {
  const editor = useEditor(clinicalTextEditors, NEW_NOTE);
  const { of: draftId } = editorDraftKey(user, admissionId, NEW_NOTE);
  const pendingCommands = usePendingCommands(useCallback(({ of }: PendingCommand) => of === draftId, [draftId]));
  const toggle = (open: boolean) => {
    if (open) openNewNote(admissionId, { date: today(), html: '' });
    else if (editor) void cancelClinicalText(editor);
  };
  return (
    <Box marginBlockStart="4" data-print="hide">
      {pendingCommands.map((item) => (
        <PendingText
          key={item.key}
          item={item}
          onEdit={editor ? undefined : (draft, withdrawn) => openNewNote(admissionId, draft, withdrawn)}
        />
      ))}
      {editor ? null : (
        <DraftOffer
          draftKey={editorDraftKey(user, admissionId, NEW_NOTE)}
          what="a new physician note"
          isUsable={isClinicalTextDraft}
          version={undefined}
          onRestore={({ value }) => openNewNote(admissionId, value)}
        />
      )}
      <Disclosure label={noteText.create} open={editor !== undefined} onToggle={toggle}>
        {editor ? <ClinicalTextForm editor={editor} words={noteText.form} /> : null}
      </Disclosure>
    </Box>
  );
}

import { Box } from '@chakra-ui/react/box';
import { useCallback } from 'react';
import { datedEditors } from '../../editing/clinical-text/clinical-text-editors.ts';
import { isDatedDraft } from '../../editing/clinical-text/clinical-text.machine.ts';
import { today } from '../../platform/time/dates.ts';
import { useEditor } from '../../editing/open-editors.ts';
import { useWaiting } from '../../outbox/pending-commands.ts';
import type { Waiting } from '../../outbox/pending-command.ts';
import { datedDraftKey } from '../../editing/clinical-text/clinical-text-keepers.tsx';
import { cancelDated } from '../../editing/clinical-text/cancel-clinical-text.ts';
import { DatedTextForm } from '../../editing/clinical-text/clinical-text-form-lazy.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { DraftOffer } from '../../editing/draft-offer.tsx';
import { WaitingText } from '../../editing/clinical-text/pending-lazy.tsx';
import { NEW_NOTE, openNewNote } from './api.ts';
import { noteText } from './messages.ts';

/** For the physicians of the team (specification §2). */
export function NewNote({ admissionId, user }: { admissionId: string; user: string }) {
  const editor = useEditor(datedEditors, NEW_NOTE);
  const { of: place } = datedDraftKey(user, admissionId, NEW_NOTE);
  const waiting = useWaiting(useCallback(({ of }: Waiting) => of === place, [place]));
  const toggle = (open: boolean) => {
    if (open) openNewNote(admissionId, { date: today(), html: '' });
    else if (editor) void cancelDated(editor);
  };
  return (
    <Box marginBlockStart="4" data-print="hide">
      {waiting.map((item) => (
        <WaitingText
          key={item.key}
          item={item}
          onEdit={editor ? undefined : (draft, back) => openNewNote(admissionId, draft, back)}
        />
      ))}
      {editor ? null : (
        <DraftOffer
          draftKey={datedDraftKey(user, admissionId, NEW_NOTE)}
          what="a new physician note"
          isUsable={isDatedDraft}
          version={undefined}
          onRestore={({ value }) => openNewNote(admissionId, value)}
        />
      )}
      <Disclosure label={noteText.create} open={editor !== undefined} onToggle={toggle}>
        {editor ? <DatedTextForm editor={editor} words={noteText.form} /> : null}
      </Disclosure>
    </Box>
  );
}

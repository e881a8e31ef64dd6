import { Box } from '@chakra-ui/react/box';
import { useCallback } from 'react';
import { datedEditors } from '../../lib/dated-editors.ts';
import { isDatedDraft } from '../../lib/dated-text.machine.ts';
import { today } from '../../lib/dates.ts';
import { useEditor } from '../../lib/editors.ts';
import { useWaiting } from '../../lib/waiting-store.ts';
import type { Waiting } from '../../lib/waiting.ts';
import { datedDraftKey } from '../../ui/dated-keepers.tsx';
import { cancelDated } from '../../ui/cancel-dated.ts';
import { DatedTextForm } from '../../ui/dated-text-form-later.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { DraftOffer } from '../../ui/draft-offer.tsx';
import { WaitingText } from '../../ui/waiting-later.tsx';
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

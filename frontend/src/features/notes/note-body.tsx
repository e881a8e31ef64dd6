import * as noteCalls from 'command-api/contract/calls/physician-notes';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useSelector } from '@xstate/react';
import type { PhysicianNote } from 'command-api/contract/entities';
import { Pencil, Trash2 } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import {
  type ClinicalTextEditor,
  clinicalTextEditors,
  isClinicalTextDraft,
  movedSince,
} from '../../editing/clinical-text/clinical-text-editor.tsx';
import { formatDate } from '../../platform/time/dates.ts';
import { useEditor, editorDraftKey } from '../../editing/open-editors.tsx';
import { useRestoreFocus } from '../../platform/keyboard/use-restore-focus.ts';
import { useCommand } from '../../sync/commands.ts';
import { usePendingCommands } from '../../outbox/outbox.ts';
import type { PendingCommand } from '../../outbox/pending-command.ts';
import { playSuccess } from '../../platform/sound.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ContactLink } from '../../clinical/contact-link.tsx';
import { ClinicalTextForm } from '../../editing/clinical-text/clinical-text-form.tsx';
import { DraftOffer } from '../../editing/draft-offer.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { PendingText } from '../../editing/clinical-text/pending-text.tsx';
import { removeCachedNote, noteKey, openNote, textOf } from './api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props {
  note: PhysicianNote;
  user: string;
}

/** The text of a note, with a form (Update, Ignore, Delete) for its author and a contact link for others. */
export function NoteBody({ note, user }: Props) {
  const t = useTranslation();
  const editor = useEditor(clinicalTextEditors, noteKey(note._id));
  const isMine = note.userId === user;
  const { of: draftId } = editorDraftKey(user, note.admissionId, noteKey(note._id));
  const [change] = usePendingCommands(useCallback(({ of }: PendingCommand) => of === draftId, [draftId]));
  if (editor) return <OpenNote editor={editor} note={note} />;
  return (
    <>
      <ReadNote note={note} isMine={isMine} canEdit={!change} />
      {change ? (
        <PendingText
          item={change}
          onEdit={(draft, withdrawn) =>
            openNote(note, draft, movedSince(withdrawn, textOf(note), note.userName), withdrawn)
          }
        />
      ) : null}
      {isMine && !change ? (
        <DraftOffer
          draftKey={editorDraftKey(user, note.admissionId, noteKey(note._id))}
          what={t('note.draft')}
          isUsable={isClinicalTextDraft}
          version={note.version}
          onRestore={({ value }, moved) =>
            openNote(note, value, moved ? { current: textOf(note), by: note.userName, at: undefined } : undefined)
          }
        />
      ) : null}
    </>
  );
}

function ReadNote({ note, isMine, canEdit = true }: { note: PhysicianNote; isMine: boolean; canEdit?: boolean }) {
  const t = useTranslation();
  return (
    <Box display="flex" flexWrap={isMine ? 'nowrap' : 'wrap'} columnGap="3" alignItems="flex-start">
      {/* The contact link has the author's name in it. It wraps below the text before it narrows the text. */}
      <Box flex={isMine ? '1' : '1 1 60ch'} minWidth="0">
        <RichTextView html={note.note} />
      </Box>
      {isMine ? (
        canEdit && (
          <Button size="xs" variant="outline" data-print="hide" data-edit-note onClick={() => openNote(note)}>
            <Pencil size={14} aria-hidden />
            {t('note.edit')}
          </Button>
        )
      ) : (
        <ContactLink phone={note.userPhone} name={note.userName} />
      )}
    </Box>
  );
}

function OpenNote({ editor, note }: { editor: ClinicalTextEditor; note: PhysicianNote }) {
  const t = useTranslation();
  const isOpen = useSelector(editor, (state) => state.hasTag('open'));
  const isBusy = useSelector(editor, (state) => state.hasTag('busy'));
  useEffect(() => {
    editor.send({ type: 'remote', theirs: { current: textOf(note), by: note.userName, at: undefined } });
  }, [editor, note]);
  useRestoreFocus(() => document.querySelector<HTMLElement>(`[data-item="note-${note._id}"] [data-edit-note]`));
  const remove = useCommand(noteCalls.deleteNote, {
    onSuccess: (deleted) => {
      clinicalTextEditors.close(noteKey(note._id));
      playSuccess();
      notify.removed(t('note.removed'));
      void removeCachedNote(deleted);
    },
  });
  const askToRemove = async () => {
    if (
      await confirm({
        title: t('note.sure'),
        body: t('note.removing', { date: formatDate(note.noteDate) }),
        danger: true,
      })
    )
      remove.mutate({ params: { noteId: note._id }, ifVersion: note.version });
  };
  if (!isOpen) return <ReadNote note={note} isMine />;
  return (
    <>
      <ErrorAlert error={remove.error} />
      <ClinicalTextForm
        editor={editor}
        words={{
          form: t('note.editForm.form'),
          date: t('note.editForm.date'),
          text: t('note.editForm.text'),
          save: t('note.editForm.save'),
          cancel: t('note.editForm.cancel'),
        }}
        more={
          <Button
            type="button"
            size="sm"
            variant="outline"
            colorPalette="red"
            marginInlineStart="auto"
            disabled={isBusy || remove.isPending}
            onClick={() => void askToRemove()}
          >
            <Trash2 size={15} aria-hidden />
            {remove.isPending ? t('note.deleting') : t('note.delete')}
          </Button>
        }
      />
    </>
  );
}

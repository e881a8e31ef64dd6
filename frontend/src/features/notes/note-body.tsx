import * as noteCalls from 'language/contract/calls/physician-notes';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useSelector } from '@xstate/react';
import type { PhysicianNote } from 'language/contract/entities';
import { Pencil, Trash2 } from 'lucide-react';
import { clinicalTextEditors, type ClinicalTextEditor } from '../../editing/clinical-text/clinical-text-editor.tsx';
import { ClinicalTextForm } from '../../editing/clinical-text/clinical-text-form.tsx';
import { UnsentChange, useClinicalText } from '../../editing/clinical-text/clinical-text-kind.tsx';
import { editorKeys } from '../../editing/editor-keys.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { useRestoreFocus } from '../../platform/keyboard/use-restore-focus.ts';
import { useCommand } from '../../sync/commands.ts';
import { removeCachedNote } from '../../sync/reads/admission-lists.ts';
import { playSuccess } from '../../platform/sound.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ContactLink } from '../../clinical/contact-link.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { notes } from './api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props {
  note: PhysicianNote;
  user: string;
}

/** The text of a note, with a form (Update, Ignore, Delete) for its author and a contact link for others. */
export function NoteBody({ note, user }: Props) {
  const { editor, change } = useClinicalText(notes, note, user);
  if (editor) return <OpenNote editor={editor} note={note} />;
  const isMine = note.userId === user;
  return (
    <>
      <ReadNote note={note} isMine={isMine} canEdit={!change} />
      <UnsentChange kind={notes} saved={note} user={user} change={change} canEdit={isMine} />
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
          <Button size="xs" variant="outline" data-print="hide" data-edit-note onClick={() => notes.open(note)}>
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
  useRestoreFocus(() => document.querySelector<HTMLElement>(`[data-item="note-${note._id}"] [data-edit-note]`));
  const remove = useCommand(noteCalls.deleteNote, {
    onSuccess: (deleted) => {
      clinicalTextEditors.close(editorKeys.note(note._id));
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
        name="note"
        isNew={false}
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

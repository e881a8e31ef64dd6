import { Box } from '@chakra-ui/react/box';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AdmissionDetails, PhysicianNote } from 'command-api/contract/entities';
import { useCallback, type ReactNode } from 'react';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { today } from '../../platform/time/dates.ts';
import { EmptyState, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import {
  cancelClinicalText,
  clinicalTextEditors,
  isClinicalTextDraft,
} from '../../editing/clinical-text/clinical-text-editor.tsx';
import { editorDraftKey, useEditor } from '../../editing/open-editors.tsx';
import { usePendingCommands } from '../../outbox/outbox.ts';
import type { PendingCommand } from '../../outbox/pending-command.ts';
import { ClinicalTextForm } from '../../editing/clinical-text/clinical-text-form.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { DraftOffer } from '../../editing/draft-offer.tsx';
import { PendingText } from '../../editing/clinical-text/pending-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { NoteBody } from './note-body.tsx';
import { NoteList } from './note-list.tsx';
import { NEW_NOTE, openNewNote } from './api.ts';

interface NotesTabProps {
  admission: AdmissionDetails;
  query: UseQueryResult<PhysicianNote[]>;
  user: string;
  canWrite: boolean;
  open: readonly string[];
  onOpen: (ids: string[]) => void;
  arrivals: ReadonlyMap<string, Arrival>;
  /** Names of the people who are editing the note. */
  editingAt: (noteId: string) => readonly string[];
  /** Below the text of a note. */
  renderTools: (note: PhysicianNote) => ReactNode;
}

/** The Notes tab: the physician notes of an admission, and a form for a new one. */
export default function NotesTab({ admission, query, user, canWrite, renderTools, ...list }: NotesTabProps) {
  const t = useTranslation();
  return (
    <QueryBoundary query={query} skeleton={<SkeletonRows rows={3} label={t('note.loading')} />}>
      {(notes) => (
        <>
          {notes.length === 0 ? (
            <EmptyState title={t('note.none.title')}>
              {canWrite ? t('note.none.canWrite') : t('note.none.readOnly')}
            </EmptyState>
          ) : (
            <NoteList
              notes={notes}
              admissionDate={admission.admissionDate}
              {...list}
              renderBody={(note) => (
                <>
                  <NoteBody note={note} user={user} />
                  <Box marginBlockStart="2" minHeight="8" display="flex" flexWrap="wrap" alignItems="center">
                    {renderTools(note)}
                  </Box>
                </>
              )}
            />
          )}
          {canWrite ? <NewNote admissionId={admission._id} user={user} /> : null}
        </>
      )}
    </QueryBoundary>
  );
}

/** The form of a new note, for the physicians of the team. */
function NewNote({ admissionId, user }: { admissionId: string; user: string }) {
  const t = useTranslation();
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
          what={t('note.draftNew')}
          isUsable={isClinicalTextDraft}
          version={undefined}
          onRestore={({ value }) => openNewNote(admissionId, value)}
        />
      )}
      <Disclosure label={t('note.create')} open={editor !== undefined} onToggle={toggle}>
        {editor ? (
          <ClinicalTextForm
            editor={editor}
            words={{
              form: t('note.form.form'),
              date: t('note.form.date'),
              text: t('note.form.text'),
              save: t('note.form.save'),
              cancel: t('note.form.cancel'),
            }}
          />
        ) : null}
      </Disclosure>
    </Box>
  );
}

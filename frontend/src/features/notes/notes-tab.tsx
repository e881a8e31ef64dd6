import { Box } from '@chakra-ui/react/box';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AdmissionDetails, PhysicianNote } from 'language/contract/entities';
import { useCallback, type ReactNode } from 'react';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { EmptyState, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { clinicalTextEditors } from '../../editing/clinical-text/clinical-text-editor.tsx';
import { NewClinicalText } from '../../editing/clinical-text/clinical-text-kind.tsx';
import { editorKeys } from '../../editing/editor-keys.ts';
import { editorDraftKey, useEditor } from '../../editing/open-editors.tsx';
import { usePendingCommands } from '../../outbox/outbox.ts';
import type { PendingCommand } from '../../outbox/pending-command.ts';
import { PendingText } from '../../editing/clinical-text/pending-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { NoteBody } from './note-body.tsx';
import { NoteList } from './note-list.tsx';
import { notes } from './api.ts';

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
      {(found) => (
        <>
          {found.length === 0 ? (
            <EmptyState title={t('note.none.title')}>
              {canWrite ? t('note.none.canWrite') : t('note.none.readOnly')}
            </EmptyState>
          ) : (
            <NoteList
              notes={found}
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
  const isOpen = useEditor(clinicalTextEditors, editorKeys.newNote) !== undefined;
  const { of: draftId } = editorDraftKey(user, admissionId, editorKeys.newNote);
  const waiting = usePendingCommands(useCallback(({ of }: PendingCommand) => of === draftId, [draftId]));
  return (
    <NewClinicalText kind={notes} admission={admissionId} user={user}>
      {waiting.map((item) => (
        <PendingText
          key={item.key}
          item={item}
          onEdit={isOpen ? undefined : (draft, withdrawn) => notes.openNew(admissionId, draft, withdrawn)}
        />
      ))}
    </NewClinicalText>
  );
}

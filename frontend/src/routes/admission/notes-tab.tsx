import { Box } from '@chakra-ui/react/box';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AdmissionDetails, PhysicianNote, Team } from 'command-api/contract/entities';
import { noteText } from '../../features/notes/messages.ts';
import { NewNote } from '../../features/notes/new-note.tsx';
import { NoteBody } from '../../features/notes/note-body.tsx';
import { NoteList } from '../../features/notes/note-list.tsx';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { formatDate } from '../../platform/time/dates.ts';
import type { SessionUser } from '../../platform/session/session.machine.ts';
import { EmptyState, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import HistoryPanel from '../history/history-panel.tsx';

interface Props {
  admission: AdmissionDetails;
  query: UseQueryResult<PhysicianNote[]>;
  user: SessionUser;
  team: Team | undefined;
  canWrite: boolean;
  open: readonly string[];
  onOpen: (ids: string[]) => void;
  arrivals: ReadonlyMap<string, Arrival>;
  editingAt: (noteId: string) => readonly string[];
}

export default function NotesTab({ admission, query, user, team, canWrite, open, onOpen, arrivals, editingAt }: Props) {
  return (
    <QueryBoundary query={query} waiting={<SkeletonRows rows={3} label={noteText.loading} />}>
      {(notes) => (
        <>
          {notes.length === 0 ? (
            <EmptyState title={noteText.none.title}>
              {canWrite ? noteText.none.canWrite : noteText.none.readOnly}
            </EmptyState>
          ) : (
            <NoteList
              notes={notes}
              admissionDate={admission.admissionDate}
              open={open}
              onOpen={onOpen}
              arrivals={arrivals}
              editingAt={editingAt}
              renderBody={(note) => (
                <>
                  <NoteBody note={note} user={user._id} />
                  <Box marginBlockStart="2" minHeight="8">
                    <HistoryPanel
                      kind="admissions"
                      id={admission._id}
                      of={`note:${note._id}`}
                      name={noteText.of(formatDate(note.noteDate))}
                      team={team}
                    />
                  </Box>
                </>
              )}
            />
          )}
          {canWrite ? <NewNote admissionId={admission._id} user={user._id} /> : null}
        </>
      )}
    </QueryBoundary>
  );
}

/** Random edits of physician notes. */
import type { PhysicianNote } from 'command-api/contract/entities';
import {
  type EditContext,
  type Draw,
  MOST_OF_A_KIND,
  html,
  oneOf,
  showIn,
  removeFrom,
  someDate,
  changing,
  removing,
} from './edit.ts';

const showNote = showIn('notes');
const removeNote = removeFrom('notes');

const ownNote = ({ chart, member, random }: EditContext): PhysicianNote | undefined =>
  oneOf(
    random,
    chart.view.notes?.filter(({ userId }) => userId === member.userId),
  );

export const addNote: Draw = (context) => {
  const { chart, team, mark } = context;
  if ((chart.view.notes?.length ?? 0) >= MOST_OF_A_KIND) return deleteNote(context);
  const body = { admissionId: chart.admission, noteDate: team.today, note: html(mark) };
  return {
    what: 'AddPhysicianNote',
    mark,
    mayChangeNothing: false,
    show: showNote,
    command: { method: 'POST', path: '/api/physicNotes/addphysicNote', body },
  };
};

interface NoteFields {
  noteDate: string;
  note: string;
}
export const editNote: Draw = (context) => {
  const note = ownNote(context);
  if (!note) return addNote(context);
  const fields = ({ noteDate, note: text }: PhysicianNote): NoteFields => ({ noteDate, note: text });
  const patch = context.random.chance(40) ? { noteDate: someDate(context.random) } : { note: html(context.mark) };
  return changing<NoteFields>({
    what: 'EditPhysicianNote',
    show: showNote,
    groups: [['noteDate'], ['note']],
    base: fields(note),
    version: note.version,
    mine: { ...fields(note), ...patch },
    mayChangeNothing: 'noteDate' in patch,
    read: (current) => ({ version: (current as PhysicianNote).version, fields: fields(current as PhysicianNote) }),
    command: (body) => ({ method: 'PUT', path: `/api/physicNotes/updatePhysicNote/${note._id}`, body }),
  });
};

export const deleteNote: Draw = (context) => {
  const note = ownNote(context);
  return (
    note &&
    removing({
      what: 'DeletePhysicianNote',
      show: removeNote,
      version: note.version,
      command: { method: 'DELETE', path: `/api/physicNotes/deletePhysicNote/${note._id}` },
    })
  );
};

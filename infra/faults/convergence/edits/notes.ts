/** Random edits of physician notes. */
import type { Answer, PhysicianNote } from 'command-api/contract/entities';
import { withItem, withoutItem } from '../view.ts';
import {
  type Edit,
  type EditContext,
  type Draw,
  MOST_OF_A_KIND,
  html,
  oneOf,
  withoutRevision,
  changing,
  removing,
} from './edit.ts';

const showNote: Edit['show'] = (chart, answer) => {
  const note = answer as Answer<PhysicianNote>;
  chart.answered(note.revision, 'notes', (held) => withItem(held, withoutRevision(note)));
};
const forgetNote: Edit['show'] = (chart, answer) => {
  const { _id, revision } = answer as Answer<PhysicianNote>;
  chart.answered(revision, 'notes', (held) => withoutItem(held, _id));
};

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
  const patch = context.random.chance(40)
    ? { noteDate: `2026-0${context.random.between(2, 9)}-1${context.random.between(0, 9)}` }
    : { note: html(context.mark) };
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
      show: forgetNote,
      version: note.version,
      command: { method: 'DELETE', path: `/api/physicNotes/deletePhysicNote/${note._id}` },
    })
  );
};

/**
 * The commands of physician notes: physicians add them, the author changes them (docs/product.md, "Physician notes").
 * The order of checks is that of `decide.ts`.
 */
import type { CalendarDate } from '../values/calendar-date.ts';
import { type Actor, type Command, refuseIfChanged } from '../command.ts';
import { refuseImpossibleDateOfRecord } from '../values/dates-of-care.ts';
import { isSame } from '../values/record-fields.ts';
import { refuseUnless } from '../refusals.ts';
import type { AdmissionEvent } from './events.ts';
import { noteFields } from './fields.ts';
import { admitted, noteOf } from './lookup.ts';
import type { PhysicianNote } from './records.ts';
import type { Admission } from './state.ts';

export interface AddPhysicianNote {
  readonly noteId: string;
  readonly noteDate: CalendarDate;
  /** HTML, sanitised. */
  readonly note: string;
}
export interface EditPhysicianNote extends AddPhysicianNote {}
export interface DeletePhysicianNote {
  readonly noteId: string;
}

export function addPhysicianNote(admission: Admission, command: Command<AddPhysicianNote>): AdmissionEvent[] {
  const { noteId, noteDate, note } = command;
  const { admissionDate, notes } = admitted(admission);
  refuseUnless(command.actor.isPhysic);
  if (notes.some((current) => current.noteId === noteId)) return [];
  refuseImpossibleDateOfRecord('noteDate', noteDate, admissionDate, command.today);
  return [{ type: 'PhysicianNoteAdded', data: { noteId, noteDate, note } }];
}

/** By the note's author. */
export function editPhysicianNote(admission: Admission, command: Command<EditPhysicianNote>): AdmissionEvent[] {
  const { noteId, noteDate, note } = command;
  const { admissionDate } = admitted(admission);
  const current = noteOf(admission, noteId);
  refuseUnless(isAuthor(command.actor, current));
  refuseImpossibleDateOfRecord('noteDate', noteDate, admissionDate, command.today);
  if (isSame(noteFields, current, command)) return [];
  refuseIfChanged(command, { kind: 'note', id: noteId }, current.touch);
  return [{ type: 'PhysicianNoteEdited', data: { noteId, noteDate, note } }];
}

/** By the note's author. */
export function deletePhysicianNote(admission: Admission, command: Command<DeletePhysicianNote>): AdmissionEvent[] {
  const { noteId } = command;
  const current = noteOf(admission, noteId);
  refuseUnless(isAuthor(command.actor, current));
  refuseIfChanged(command, { kind: 'note', id: noteId }, current.touch);
  return [{ type: 'PhysicianNoteDeleted', data: { noteId } }];
}

/** By user id, and only while a member of the team. */
const isAuthor = (actor: Actor, note: PhysicianNote): boolean => actor.isMember && actor.id === note.authorId;

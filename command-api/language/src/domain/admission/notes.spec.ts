import { describe, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import type { Actor } from '../command.ts';
import { specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import { admitted, discharged, noteAdded, noteEdited, reviewAdded } from './chart.testdata.ts';
import { addPhysicianNote, deletePhysicianNote, editPhysicianNote } from './decide-note.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, physician, teamAdmin, outsider } = people;
const otherPhysician: Actor = { ...physician, id: 'user-other-physician' };
const notAuthors: Actor[] = [otherPhysician, pharmacist, teamAdmin, outsider, { ...physician, isMember: false }];

describe('adding a physician note', () => {
  const note = { noteId: 'note-1', noteDate: calendarDate('2026-03-02'), note: '<p>Culture sent</p>' };

  test('adds it to the admission', () =>
    given(admitted).when(addPhysicianNote, by(physician, note)).then({ type: 'PhysicianNoteAdded', data: note }));
  test('is possible after the discharge', () =>
    given(admitted, discharged)
      .when(addPhysicianNote, by(physician, note))
      .then({ type: 'PhysicianNoteAdded', data: note }));
  test('again writes nothing', () =>
    given(admitted, noteAdded).when(addPhysicianNote, by(physician, note)).thenNothing());
  test('needs an admission', () =>
    given().when(addPhysicianNote, by(physician, note)).thenRejected('notFound', 'Not found'));
  test('is for physicians', () => {
    const refused: Actor[] = [pharmacist, teamAdmin, outsider];
    for (const actor of refused)
      given(admitted).when(addPhysicianNote, by(actor, note)).thenRejected('forbidden', 'Not allowed');
  });
  test('is dated from the admission to one day ahead', () => {
    const on = (day: string) =>
      given(admitted).when(addPhysicianNote, by(physician, { ...note, noteDate: calendarDate(day) }));
    on('2026-03-11').then({ type: 'PhysicianNoteAdded', data: { ...note, noteDate: calendarDate('2026-03-11') } });
    on('2026-02-28').thenInvalid('noteDate', 'The note date is before the admission date');
    on('2026-03-12').thenInvalid('noteDate', 'The note date is more than one day ahead');
  });
});

describe('editing a physician note', () => {
  const edit = { noteId: 'note-1', noteDate: calendarDate('2026-03-03'), note: '<p>Culture grew</p>' };

  test('changes date and text', () =>
    given(admitted, noteAdded)
      .when(editPhysicianNote, by(physician, edit))
      .then({ type: 'PhysicianNoteEdited', data: edit }));
  test('is possible after the discharge, and for an author who is no longer a physician', () =>
    given(admitted, noteAdded, discharged)
      .when(editPhysicianNote, by({ ...physician, isPhysic: false, canEdit: true }, edit))
      .then({ type: 'PhysicianNoteEdited', data: edit }));
  test('without a difference writes nothing', () =>
    given(admitted, noteAdded, noteEdited).when(editPhysicianNote, by(physician, edit)).thenNothing());
  test('needs the note', () => {
    given().when(editPhysicianNote, by(physician, edit)).thenRejected('notFound', 'Not found');
    given(admitted).when(editPhysicianNote, by(physician, edit)).thenRejected('notFound', 'Not found');
  });
  test('is for its author', () => {
    for (const actor of notAuthors)
      given(admitted, noteAdded).when(editPhysicianNote, by(actor, edit)).thenRejected('forbidden', 'Not allowed');
  });
  test('allows only possible dates of a note', () => {
    const on = (day: string) =>
      given(admitted, noteAdded).when(editPhysicianNote, by(physician, { ...edit, noteDate: calendarDate(day) }));
    on('2026-02-28').thenInvalid('noteDate', 'The note date is before the admission date');
    on('2026-03-12').thenInvalid('noteDate', 'The note date is more than one day ahead');
  });
  test('conflicts with a later edit, for example on another device', () =>
    given(admitted, noteAdded, noteEdited)
      .when(editPhysicianNote, by(physician, { ...edit, note: '<p>Other</p>' }, { basedOn: 1n }))
      .thenConflict({ entity: { kind: 'note', id: 'note-1' }, changedBy: physician.id }));
  test('does not conflict with an equal edit or a change of other parts', () => {
    given(admitted, noteAdded, noteEdited)
      .when(editPhysicianNote, by(physician, edit, { basedOn: 1n }))
      .thenNothing();
    given(admitted, noteAdded, reviewAdded, discharged)
      .when(editPhysicianNote, by(physician, edit, { basedOn: 1n }))
      .then({ type: 'PhysicianNoteEdited', data: edit });
  });
});

describe('deleting a physician note', () => {
  const deletion = { noteId: 'note-1' };

  test('removes it from the admission', () =>
    given(admitted, noteAdded)
      .when(deletePhysicianNote, by(physician, deletion))
      .then({ type: 'PhysicianNoteDeleted', data: deletion }));
  test('a second time is not found', () =>
    given(admitted, noteAdded, { type: 'PhysicianNoteDeleted', data: deletion })
      .when(deletePhysicianNote, by(physician, deletion))
      .thenRejected('notFound', 'Not found'));
  test('is for its author', () => {
    for (const actor of notAuthors)
      given(admitted, noteAdded)
        .when(deletePhysicianNote, by(actor, deletion))
        .thenRejected('forbidden', 'Not allowed');
  });
  test('conflicts with a later change', () =>
    given(admitted, noteAdded, noteEdited)
      .when(deletePhysicianNote, by(physician, deletion, { basedOn: 1n }))
      .thenConflict({ entity: { kind: 'note', id: 'note-1' }, changedBy: physician.id }));
});

import { describe, test } from 'vitest';
import { calendarDate } from '../calendar-date.ts';
import type { Actor } from '../command.ts';
import { specificationOf } from '../specification.ts';
import { by, people } from '../specification-people.ts';
import { admitted, admittedOn, discharged, dischargedBy, errorRated, noteAdded, reviewAdded } from './chart.testdata.ts';
import { addPhysicianNote, admitPatient, dischargePatient } from './decide.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, outsider } = people;

describe('admitting a patient', () => {
  const admission = { patientId: 'patient-1', teamId: 'team-1', admissionDate: admittedOn, admissionDetails: '<p>Sepsis</p>' };

  test('opens the admission', () => given().when(admitPatient, by(pharmacist, admission)).then({ type: 'PatientAdmitted', data: admission }));
  test('again writes nothing, also after the discharge', () => {
    given(admitted).when(admitPatient, by(teammate, admission)).thenNothing();
    given(admitted, discharged).when(admitPatient, by(teammate, admission)).thenNothing();
  });
  test('never takes over the admission of somebody else', () =>
    given(admitted)
      .when(admitPatient, by(pharmacist, { ...admission, patientId: 'patient-2' }))
      .thenRejected('conflict', 'This admission belongs to another patient'));
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider]) given().when(admitPatient, by(actor, admission)).thenRejected('forbidden', 'Not allowed');
  });
  test('may be entered late, and on the day, and not before it', () => {
    const on = (day: string) => given().when(admitPatient, by(pharmacist, { ...admission, admissionDate: calendarDate(day) }));
    on('2024-02-29').then({ type: 'PatientAdmitted', data: { ...admission, admissionDate: calendarDate('2024-02-29') } });
    on('2026-03-10').then({ type: 'PatientAdmitted', data: { ...admission, admissionDate: calendarDate('2026-03-10') } });
    on('2026-03-11').thenInvalid('admissionDate', 'The admission date is in the future');
  });
});

describe('discharging a patient', () => {
  const said = { dischargeDate: calendarDate('2026-03-09'), dischargeStatus: 0, dischargeNote: 'Home' } as const;
  const discharge = { admissionId: 'admission-1', ...said };

  test('closes the admission', () => given(admitted).when(dischargePatient, by(teammate, discharge)).then({ type: 'PatientDischarged', data: said }));
  test('again with the same data writes nothing', () => given(admitted, discharged).when(dischargePatient, by(teammate, discharge)).thenNothing());
  test('again with other data corrects the discharge', () =>
    given(admitted, discharged)
      .when(dischargePatient, by(teammate, { ...discharge, dischargeStatus: 5 }))
      .then({ type: 'PatientDischarged', data: { ...said, dischargeStatus: 5 } }));
  test('needs an admission', () => given().when(dischargePatient, by(pharmacist, discharge)).thenRejected('notFound', 'Not found'));
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider]) {
      given(admitted).when(dischargePatient, by(actor, discharge)).thenRejected('forbidden', 'Not allowed');
    }
  });
  test('is not before the admission and not in the future', () => {
    const on = (day: string) => given(admitted).when(dischargePatient, by(pharmacist, { ...discharge, dischargeDate: calendarDate(day) }));
    on('2026-03-01').then({ type: 'PatientDischarged', data: { ...said, dischargeDate: calendarDate('2026-03-01') } });
    on('2026-02-28').thenInvalid('dischargeDate', 'The discharge date is before the admission date');
    on('2026-03-11').thenInvalid('dischargeDate', 'The discharge date is in the future');
  });
  test('does not overwrite what somebody else said of it since', () =>
    given(admitted, dischargedBy(teammate))
      .when(dischargePatient, by(pharmacist, { ...discharge, dischargeStatus: 5 }, { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'admission', id: 'admission-1' }, changedBy: teammate.id }));
  test('goes through although reviews and notes were written since', () =>
    given(admitted, reviewAdded, noteAdded, errorRated(3))
      .when(dischargePatient, by(pharmacist, discharge, { basedOn: 0n }))
      .then({ type: 'PatientDischarged', data: said }));
  test('is no conflict where somebody else said the same', () =>
    given(admitted, dischargedBy(teammate)).when(dischargePatient, by(pharmacist, discharge, { basedOn: 0n })).thenNothing());
});

describe('adding a physician note', () => {
  const note = { noteId: 'note-1', noteDate: calendarDate('2026-03-02'), note: '<p>Culture sent</p>' };

  test('puts it into the admission', () =>
    given(admitted).when(addPhysicianNote, by(physician, note)).then({ type: 'PhysicianNoteAdded', data: note }));
  test('is possible after the discharge', () =>
    given(admitted, discharged).when(addPhysicianNote, by(physician, note)).then({ type: 'PhysicianNoteAdded', data: note }));
  test('again writes nothing', () => given(admitted, noteAdded).when(addPhysicianNote, by(physician, note)).thenNothing());
  test('needs an admission', () => given().when(addPhysicianNote, by(physician, note)).thenRejected('notFound', 'Not found'));
  test('is for physicians', () => {
    const refused: Actor[] = [pharmacist, teamAdmin, outsider];
    for (const actor of refused) given(admitted).when(addPhysicianNote, by(actor, note)).thenRejected('forbidden', 'Not allowed');
  });
  test('is dated from the admission to one day ahead', () => {
    const on = (day: string) => given(admitted).when(addPhysicianNote, by(physician, { ...note, noteDate: calendarDate(day) }));
    on('2026-03-11').then({ type: 'PhysicianNoteAdded', data: { ...note, noteDate: calendarDate('2026-03-11') } });
    on('2026-02-28').thenInvalid('noteDate', 'The note date is before the admission date');
    on('2026-03-12').thenInvalid('noteDate', 'The note date is more than one day ahead');
  });
});

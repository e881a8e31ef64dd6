import { describe, expect, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { foldOf, madeBy, recorded, specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import { correctPatient, deletePatient, registerAdmission, registerPatient, unregisterAdmission } from './decide.ts';
import type { PatientEvent } from './events.ts';
import { evolve, initial, type Patient } from './state.ts';
import type { Stay } from './stays.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, outsider } = people;

const patient = {
  teamId: 'team-1',
  firstName: 'منة الله',
  middleName: 'أحمد',
  lastName: 'عبد الرحمن',
  fourthName: 'السيد',
  birthdate: calendarDate('1990-02-28'),
  medicalRecordNumber: '4711',
  sex: '' as const,
};
const registered: PatientEvent = { type: 'PatientRegistered', data: patient };
const admission = {
  admissionId: 'admission-1',
  admissionDate: calendarDate('2026-03-01'),
  admissionDetails: '<p>Sepsis</p>',
};
const admissionRegistered: PatientEvent = { type: 'AdmissionRegistered', data: admission };
const admissionUnregistered: PatientEvent = { type: 'AdmissionUnregistered', data: { admissionId: 'admission-1' } };
const { teamId: _, ...facts } = patient;
const corrected: PatientEvent = { type: 'PatientCorrected', data: { ...facts, fourthName: 'شاهين' } };
const deleted: PatientEvent = { type: 'PatientDeleted', data: {} };

describe('registering a patient', () => {
  test('keeps the names as they were typed', () =>
    given().when(registerPatient, by(pharmacist, patient)).then(registered));
  test('again with the same data writes nothing', () =>
    given(registered).when(registerPatient, by(teammate, patient)).thenNothing());
  test('never overwrites a patient', () => {
    const changes = [
      { teamId: 'team-2' },
      { firstName: 'منه الله' },
      { middleName: '' },
      { lastName: '' },
      { fourthName: '' },
      { birthdate: calendarDate('1990-03-01') },
      { medicalRecordNumber: '' },
    ];
    for (const change of changes) {
      given(registered)
        .when(registerPatient, by(pharmacist, { ...patient, ...change }))
        .thenRejected('conflict', 'This patient is already registered');
    }
  });
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider])
      given().when(registerPatient, by(actor, patient)).thenRejected('forbidden', 'Not allowed');
  });
  test('allows a birth date of today, and none in the future', () => {
    const bornOn = (day: string) => ({ ...patient, birthdate: calendarDate(day) });
    given()
      .when(registerPatient, by(pharmacist, bornOn('2026-03-10')))
      .then({ type: 'PatientRegistered', data: bornOn('2026-03-10') });
    given()
      .when(registerPatient, by(pharmacist, bornOn('2026-03-11')))
      .thenInvalid('birthdate', 'The birth date is in the future');
  });
});

describe('registering an admission', () => {
  test('has all data of the admission', () =>
    given(registered)
      .when(registerAdmission, by(pharmacist, { ...admission, stays: [] }))
      .then(admissionRegistered));
  test('again writes nothing', () =>
    given(registered, admissionRegistered)
      .when(registerAdmission, by(teammate, { ...admission, stays: [] }))
      .thenNothing());
  test('a second one is refused while another is open, or was registered since the stays were read', () => {
    const later = { ...admission, admissionId: 'admission-2' };
    const stay = (status: Stay['status'], admissionId = 'admission-1', patientId = 'patient-1'): Stay => ({
      admissionId,
      patientId,
      teamId: 'team-1',
      status,
      events: 1n,
    });
    const before = given(registered, admissionRegistered);
    const admit = (...stays: Stay[]) => before.when(registerAdmission, by(pharmacist, { ...later, stays }));
    const sentence = 'This patient has an open admission already: discharge it first';
    admit().thenRejected('conflict', sentence);
    admit(stay('open')).thenRejected('conflict', sentence);
    admit(stay('discharged'), stay('open', 'admission-0', 'merged')).thenRejected('conflict', sentence);
    for (const status of ['discharged', 'deleted'] as const)
      admit(stay(status)).then({ type: 'AdmissionRegistered', data: later });
  });
  test('needs the patient', () =>
    given()
      .when(registerAdmission, by(pharmacist, { ...admission, stays: [] }))
      .thenRejected('notFound', 'Not found'));
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider]) {
      given(registered)
        .when(registerAdmission, by(actor, { ...admission, stays: [] }))
        .thenRejected('forbidden', 'Not allowed');
    }
  });
  test('is dated from birth to today', () => {
    const on = (day: string) =>
      given(registered).when(
        registerAdmission,
        by(pharmacist, { ...admission, admissionDate: calendarDate(day), stays: [] }),
      );
    on('1990-02-28').then({
      type: 'AdmissionRegistered',
      data: { ...admission, admissionDate: calendarDate('1990-02-28') },
    });
    on('1990-02-27').thenInvalid('admissionDate', 'The admission date is before the patient was born');
    on('2026-03-11').thenInvalid('admissionDate', 'The admission date is in the future');
  });
});

describe('correcting a patient', () => {
  const correction = { patientId: 'patient-1', ...facts, fourthName: 'شاهين' };

  test('writes all facts', () => given(registered).when(correctPatient, by(teammate, correction)).then(corrected));
  test('leaves absent fields unchanged', () =>
    given(registered)
      .when(correctPatient, by(pharmacist, { patientId: 'patient-1', fourthName: 'شاهين' }))
      .then(corrected));
  test('without a difference writes nothing, with any version', () =>
    given(registered, madeBy(teammate, corrected))
      .when(correctPatient, by(pharmacist, correction, { basedOn: 0n }))
      .thenNothing());
  test('conflicts with a later correction, and not with a later admission', () => {
    const other = { patientId: 'patient-1', medicalRecordNumber: '4712' };
    given(registered, madeBy(teammate, corrected))
      .when(correctPatient, by(pharmacist, other, { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'patient', id: 'patient-1' }, changedBy: teammate.id });
    given(registered, admissionRegistered)
      .when(correctPatient, by(pharmacist, other, { basedOn: 0n }))
      .then({ type: 'PatientCorrected', data: { ...facts, medicalRecordNumber: '4712' } });
  });
  test('conflicts with a version that the log does not have', () => {
    const other = { patientId: 'patient-1', medicalRecordNumber: '4712' };
    given(registered, madeBy(teammate, corrected))
      .when(correctPatient, by(pharmacist, other, { basedOn: 2n, head: 1n }))
      .thenConflict({ entity: { kind: 'patient', id: 'patient-1' }, changedBy: teammate.id });
    given(registered, madeBy(teammate, corrected))
      .when(correctPatient, by(pharmacist, other, { basedOn: 1n, head: 1n }))
      .then({ type: 'PatientCorrected', data: { ...facts, fourthName: 'شاهين', medicalRecordNumber: '4712' } });
  });
  test('refuses a birth date in the future', () =>
    given(registered)
      .when(correctPatient, by(pharmacist, { patientId: 'patient-1', birthdate: calendarDate('2026-03-11') }))
      .thenInvalid('birthdate', 'The birth date is in the future'));
  test('needs the patient, and a clinical pharmacist', () => {
    given().when(correctPatient, by(pharmacist, correction)).thenRejected('notFound', 'Not found');
    given(registered, deleted).when(correctPatient, by(pharmacist, correction)).thenRejected('notFound', 'Not found');
    for (const actor of [physician, teamAdmin, outsider])
      given(registered).when(correctPatient, by(actor, correction)).thenRejected('forbidden', 'Not allowed');
  });
});

describe('deleting a patient', () => {
  const deletion = { patientId: 'patient-1' };

  test('is possible without admissions', () =>
    given(registered).when(deletePatient, by(pharmacist, deletion)).then(deleted));
  test('is refused while an admission is registered', () => {
    given(registered, admissionRegistered)
      .when(deletePatient, by(pharmacist, deletion))
      .thenRejected('conflict', 'This patient has admissions and cannot be deleted');
    given(registered, admissionRegistered, admissionUnregistered)
      .when(deletePatient, by(pharmacist, deletion))
      .then(deleted);
  });
  test('conflicts with a later correction', () =>
    given(registered, madeBy(teammate, corrected))
      .when(deletePatient, by(pharmacist, deletion, { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'patient', id: 'patient-1' }, changedBy: teammate.id }));
  test('happens once, and needs the patient', () => {
    given().when(deletePatient, by(pharmacist, deletion)).thenRejected('notFound', 'Not found');
    given(registered, deleted).when(deletePatient, by(pharmacist, deletion)).thenRejected('notFound', 'Not found');
  });
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider])
      given(registered).when(deletePatient, by(actor, deletion)).thenRejected('forbidden', 'Not allowed');
  });
  test('is final: no admission can be registered', () => {
    given(registered, deleted)
      .when(registerAdmission, by(pharmacist, { ...admission, stays: [] }))
      .thenRejected('notFound', 'Not found');
    given(registered, deleted).when(registerPatient, by(pharmacist, patient)).thenRejected('notFound', 'Not found');
  });
});

describe('unregistering an admission', () => {
  const deletedAdmission = { admissionId: 'admission-1' };

  test('removes it from the patient, for any person', () => {
    for (const actor of [pharmacist, physician, outsider]) {
      given(registered, admissionRegistered)
        .when(unregisterAdmission, by(actor, deletedAdmission))
        .then(admissionUnregistered);
    }
  });
  test('of one that is not registered writes nothing', () => {
    given(registered).when(unregisterAdmission, by(pharmacist, deletedAdmission)).thenNothing();
    given(registered, admissionRegistered, admissionUnregistered)
      .when(unregisterAdmission, by(pharmacist, deletedAdmission))
      .thenNothing();
    given(registered, deleted).when(unregisterAdmission, by(pharmacist, deletedAdmission)).thenNothing();
  });
  test('needs the patient', () =>
    given().when(unregisterAdmission, by(pharmacist, deletedAdmission)).thenRejected('notFound', 'Not found'));
});

describe('the state of a patient', () => {
  test('is none before the registration', () => {
    expect(given().state).toEqual({ status: 'none' });
    expect(given(admissionRegistered).state).toEqual({ status: 'none' });
  });
  test('has facts, time of registration and admissions; an admission does not change the version', () =>
    expect(given(registered, admissionRegistered).state).toEqual({
      status: 'registered',
      allergies: { list: [] },
      revision: 1n,
      ...patient,
      registeredAt: '2026-03-01T00:00:00.000Z',
      earlierTeams: [],
      admissions: [admission],
      absorbed: [],
      erasedParts: [],
      touch: { version: 0n, changedBy: 'another-user', changedAt: '2026-03-01T00:00:00.000Z' },
    }));
  test('has no data of the person after the deletion, and stays deleted', () => {
    const end = {
      status: 'deleted',
      teamId: 'team-1',
      touch: { version: 1n, changedBy: 'another-user', changedAt: '2026-03-01T00:01:00.000Z' },
    };
    expect(given(registered, deleted).state).toEqual(end);
    expect(given(registered, deleted, registered, corrected, admissionRegistered).state).toEqual(end);
  });
  test('has the deletion and the team, also where earlier events are unreadable', () => {
    const alone = recorded<PatientEvent>([deleted], 4n).map((event) => ({
      ...event,
      metadata: { ...event.metadata, teamId: 'team-1' },
    }));
    expect(foldOf<Patient, PatientEvent>({ initial, evolve }, alone)).toMatchObject({
      status: 'deleted',
      teamId: 'team-1',
      touch: { version: 4n },
    });
  });
  test('folding does not change the earlier state', () => {
    const before = given(registered).state;
    const copy = structuredClone(before);
    recorded([admissionRegistered], 1n).reduce(evolve, before);
    expect(before).toEqual(copy);
  });
});

import { describe, expect, test } from 'vitest';
import { calendarDate } from '../calendar-date.ts';
import { recorded, specificationOf } from '../specification.ts';
import { by, people } from '../specification-people.ts';
import { registerAdmission, registerPatient } from './decide.ts';
import type { PatientEvent } from './events.ts';
import { evolve, initial } from './state.ts';

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
};
const registered: PatientEvent = { type: 'PatientRegistered', data: patient };
const admission = { admissionId: 'admission-1', admissionDate: calendarDate('2026-03-01'), admissionDetails: '<p>Sepsis</p>' };
const admissionRegistered: PatientEvent = { type: 'AdmissionRegistered', data: admission };

describe('registering a patient', () => {
  test('keeps the names as they were typed', () => given().when(registerPatient, by(pharmacist, patient)).then(registered));
  test('again with the same data writes nothing', () => given(registered).when(registerPatient, by(teammate, patient)).thenNothing());
  test('never overwrites a patient', () => {
    const changes = [
      { teamId: 'team-2' }, { firstName: 'منه الله' }, { middleName: '' }, { lastName: '' }, { fourthName: '' },
      { birthdate: calendarDate('1990-03-01') }, { medicalRecordNumber: '' },
    ];
    for (const change of changes) {
      given(registered)
        .when(registerPatient, by(pharmacist, { ...patient, ...change }))
        .thenRejected('conflict', 'This patient is already registered');
    }
  });
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider]) given().when(registerPatient, by(actor, patient)).thenRejected('forbidden', 'Not allowed');
  });
  test('takes a newborn, and nobody who is not born yet', () => {
    const bornOn = (day: string) => ({ ...patient, birthdate: calendarDate(day) });
    given().when(registerPatient, by(pharmacist, bornOn('2026-03-10'))).then({ type: 'PatientRegistered', data: bornOn('2026-03-10') });
    given()
      .when(registerPatient, by(pharmacist, bornOn('2026-03-11')))
      .thenInvalid('birthdate', 'The birth date is in the future');
  });
});

describe('registering an admission', () => {
  test('holds all that admitting needs', () => given(registered).when(registerAdmission, by(pharmacist, admission)).then(admissionRegistered));
  test('again writes nothing', () => given(registered, admissionRegistered).when(registerAdmission, by(teammate, admission)).thenNothing());
  test('another time in life is another admission', () => {
    const later = { ...admission, admissionId: 'admission-2' };
    given(registered, admissionRegistered).when(registerAdmission, by(pharmacist, later)).then({ type: 'AdmissionRegistered', data: later });
  });
  test('needs the patient', () => given().when(registerAdmission, by(pharmacist, admission)).thenRejected('notFound', 'Not found'));
  test('is for clinical pharmacists', () => {
    for (const actor of [physician, teamAdmin, outsider]) {
      given(registered).when(registerAdmission, by(actor, admission)).thenRejected('forbidden', 'Not allowed');
    }
  });
  test('is dated from birth to today', () => {
    const on = (day: string) => given(registered).when(registerAdmission, by(pharmacist, { ...admission, admissionDate: calendarDate(day) }));
    on('1990-02-28').then({ type: 'AdmissionRegistered', data: { ...admission, admissionDate: calendarDate('1990-02-28') } });
    on('1990-02-27').thenInvalid('admissionDate', 'The admission date is before the patient was born');
    on('2026-03-11').thenInvalid('admissionDate', 'The admission date is in the future');
  });
});

describe('what is true of a patient', () => {
  test('is nothing before the registration', () => {
    expect(given().state).toEqual({ status: 'none' });
    expect(given(admissionRegistered).state).toEqual({ status: 'none' });
  });
  test('is who they are, when they were registered and their admissions; an admission does not count as a change of the person', () =>
    expect(given(registered, admissionRegistered).state).toEqual({
      status: 'registered',
      ...patient,
      registeredAt: '2026-03-01T00:00:00.000Z',
      admissions: [admission],
      touch: { version: 0n, changedBy: 'somebody', changedAt: '2026-03-01T00:00:00.000Z' },
    }));
  test('folding leaves the state it started from as it was', () => {
    const before = given(registered).state;
    const copy = structuredClone(before);
    recorded([admissionRegistered], 1n).reduce(evolve, before);
    expect(before).toEqual(copy);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldName } from 'language/domain/values/arabic';
import type { PatientEvent } from 'language/domain/patient/events';
import { catchUp } from '../../catch-up/catch-up.ts';
import {
  day,
  deliveries,
  type TestEnvironment,
  onPatient,
  startTestEnvironment,
  projectionFor,
} from '../../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const registered: PatientEvent = {
  type: 'PatientRegistered',
  data: {
    teamId: 't-1',
    firstName: 'فاطمة',
    middleName: 'أحمد',
    lastName: 'عبد الرحمن',
    fourthName: '',
    birthdate: day('1950-02-28'),
    medicalRecordNumber: '007',
    sex: 'female',
  },
};
const admissionRegistered: PatientEvent = {
  type: 'AdmissionRegistered',
  data: { admissionId: 'a-1', admissionDate: day('2026-03-01'), admissionDetails: '' },
};

const corrected: PatientEvent = {
  type: 'PatientCorrected',
  data: {
    firstName: 'هدى',
    middleName: 'أحمد',
    lastName: 'عبد الله',
    fourthName: 'السيد',
    birthdate: day('1951-03-01'),
    medicalRecordNumber: '008',
    sex: 'male',
  },
};

describe.each(deliveries)('events delivered $how', ({ how, deliver }) => {
  const patientId = how.replaceAll(/\W/g, '-');

  test('a patient is found by any spelling of the name, and an admission leaves their version alone', async () => {
    await environment.append(`patient-${patientId}`, [registered, admissionRegistered], onPatient(patientId));
    await deliver(environment, `patient-${patientId}`);
    const bySpelling =
      'select *, birthdate::text from patient where patient_id = $1 and first_key = $2 and last_key = $3';
    expect(await environment.rows(bySpelling, [patientId, foldName('فاطمه'), foldName('عبدالرحمن')])).toEqual([
      {
        patient_id: patientId,
        team_id: 't-1',
        first_name: 'فاطمة',
        middle_name: 'أحمد',
        last_name: 'عبد الرحمن',
        fourth_name: '',
        first_key: foldName('فاطمة'),
        middle_key: foldName('أحمد'),
        last_key: foldName('عبد الرحمن'),
        fourth_key: '',
        birthdate: '1950-02-28',
        medical_record_number: '007',
        sex: 'female',
        name_key: 'فاطمه احمد عبدالرحمن',
        record_key: '7',
        registered_at: new Date('2026-03-01T09:30:00.000Z'),
        version: '0',
        since: new Date('2026-03-01T09:30:00.000Z'),
      },
    ]);
    expect(
      await environment.rows('select revision, touched from change where stream = $1', [`patient-${patientId}`]),
    ).toEqual([{ revision: '1', touched: [`patient:${patientId}`, 'admission:a-1'] }]);
  });

  test('a correction is found by the new name, and keeps the place of registration', async () => {
    await environment.append(`patient-${patientId}`, [corrected], {
      ...onPatient(patientId),
      occurredAt: '2026-03-02T10:00:00.000Z',
    });
    await deliver(environment, `patient-${patientId}`);
    expect(await environment.rows('select *, birthdate::text from patient where patient_id = $1', [patientId])).toEqual(
      [
        {
          patient_id: patientId,
          team_id: 't-1',
          first_name: 'هدى',
          middle_name: 'أحمد',
          last_name: 'عبد الله',
          fourth_name: 'السيد',
          first_key: foldName('هدي'),
          middle_key: foldName('احمد'),
          last_key: foldName('عبدالله'),
          fourth_key: foldName('السيد'),
          birthdate: '1951-03-01',
          medical_record_number: '008',
          sex: 'male',
          name_key: 'هدي احمد عبدالله السيد',
          record_key: '8',
          registered_at: new Date('2026-03-01T09:30:00.000Z'),
          version: '2',
          since: new Date('2026-03-02T10:00:00.000Z'),
        },
      ],
    );
  });

  test('a deleted patient leaves no row', async () => {
    await environment.append(
      `patient-${patientId}`,
      [
        { type: 'AdmissionUnregistered', data: { admissionId: 'a-1' } },
        { type: 'PatientDeleted', data: {} },
      ],
      onPatient(patientId),
    );
    await deliver(environment, `patient-${patientId}`);
    expect(await environment.rows('select from patient where patient_id = $1', [patientId])).toEqual([]);
    expect(
      await environment.rows(
        'select revision, touched, team_id from change where stream = $1 order by id desc limit 1',
        [`patient-${patientId}`],
      ),
    ).toEqual([{ revision: '4', touched: [`patient:${patientId}`, 'admission:a-1'], team_id: 't-1' }]);
  });
});

test('a deletion leaves no allergy, no answer, and no past of either', async () => {
  const one = {
    allergyId: 'al-1',
    drug: '',
    drugLabel: '',
    tag: '',
    tagLabel: '',
    agentText: 'Latex',
    reaction: '',
    severity: '',
    certainty: '',
    source: '',
    onset: '',
  } as const;
  await environment.append(
    'patient-allergic',
    [
      registered,
      { type: 'AllergiesConfirmed', data: {} },
      { type: 'AllergyRecorded', data: { allergy: one } },
      { type: 'AllergyCorrected', data: { allergy: { ...one, severity: 'severe' } } },
    ],
    onPatient('allergic'),
  );
  await environment.project('patient-allergic');
  const left = (table: string) =>
    environment.rows<{ version: string }>(
      `select version from ${table} where patient_id = 'allergic' order by version`,
    );
  expect(await left('allergy')).toEqual([{ version: '3' }]);
  expect(await left('past_allergy')).toEqual([{ version: '2' }]);
  expect(await left('allergy_list')).toEqual([{ version: '3' }]);
  expect(await left('past_allergy_list')).toEqual([{ version: '0' }, { version: '2' }]);
  await environment.append('patient-allergic', [{ type: 'PatientDeleted', data: {} }], onPatient('allergic'));
  await environment.project('patient-allergic');
  for (const table of ['allergy', 'past_allergy', 'allergy_list', 'past_allergy_list'])
    expect(await left(table)).toEqual([]);
});

test('a patient whose key was destroyed before the projection leaves no row, and stops nothing', async () => {
  await environment.append('patient-erased', [registered, admissionRegistered], onPatient('erased'));
  const log = await environment.logAfterErasing('erased');
  expect(await catchUp({ pool: environment.pool, log }, projectionFor('patient-erased'), 'patient-erased')).toBe(1n);
  expect(await environment.rows('select from patient where patient_id = $1', ['erased'])).toEqual([]);
  expect(await environment.rows('select touched from change where stream = $1', ['patient-erased'])).toEqual([
    { touched: ['patient:erased'] },
  ]);
});

test('a deletion removes the patient although no earlier event can be read any more', async () => {
  await environment.append('patient-late', [registered], onPatient('late'));
  await environment.project('patient-late');
  await environment.append('patient-late', [corrected, { type: 'PatientDeleted', data: {} }], onPatient('late'));
  const log = await environment.logAfterErasing('late');
  expect(await catchUp({ pool: environment.pool, log }, projectionFor('patient-late'), 'patient-late')).toBe(2n);
  expect(await environment.rows('select from patient where patient_id = $1', ['late'])).toEqual([]);
});

test('a replay from the beginning after the erasure does not stop and makes no row', async () => {
  await environment.append(
    'patient-replayed',
    [
      registered,
      admissionRegistered,
      corrected,
      { type: 'AdmissionUnregistered', data: { admissionId: 'a-1' } },
      { type: 'PatientDeleted', data: {} },
    ],
    onPatient('replayed'),
  );
  const log = await environment.logAfterErasing('replayed');
  expect(await catchUp({ pool: environment.pool, log }, projectionFor('patient-replayed'), 'patient-replayed')).toBe(
    4n,
  );
  expect(await environment.rows('select from patient where patient_id = $1', ['replayed'])).toEqual([]);
  expect(await environment.rows('select stream from parked_stream')).toEqual([]);
});

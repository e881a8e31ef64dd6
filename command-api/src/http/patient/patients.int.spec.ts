import { beforeAll, describe, expect, test } from 'vitest';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import type { Admission, Answer, ConflictProblem, Patient, Problem } from 'language/contract/entities';
import {
  key,
  sharedTestEnvironment,
  openWard,
  type SharedTestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: SharedTestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  ward = await openWard(environment);
});

const register = async (facts: object = {}): Promise<Answer<Patient>> =>
  (
    await ward.mona.post<Answer<Patient>>('/api/patients', {
      team: ward.team._id,
      firstName: 'هدى',
      middleName: 'سعيد',
      birthdate: '1980-01-31',
      medicalRecordNumber: '007',
      ...facts,
    })
  ).body;

describe('correcting a patient', () => {
  test('answers with the current patient; absent fields stay', async () => {
    const { _id, stream } = await register();
    const { status, body } = await ward.omar.put<Answer<Patient>>(`/api/patients/${_id}/edit`, {
      firstName: ' نهى ',
      medicalRecordNumber: '٠٠٨',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      _id,
      team: ward.team._id,
      firstName: 'نهى',
      middleName: 'سعيد',
      lastName: '',
      fourthName: '',
      birthdate: '1980-01-31',
      medicalRecordNumber: '008',
      sex: '',
      version: 1,
      stream,
      revision: 1,
    });
    expect((await ward.omar.put<Patient>(`/api/patients/${_id}/edit`, { middleName: '' })).body.middleName).toBe('');
  });

  test('a newer correction is shown and not overwritten', async () => {
    const { _id } = await register();
    const edit = `/api/patients/${_id}/edit`;
    const { body: corrected } = await ward.omar.put<Patient>(edit, { firstName: 'نهى' }, { 'if-match': '0' });
    const conflict = await ward.mona.put<ConflictProblem>(edit, { firstName: 'ندى' }, { 'if-match': '0' });
    expect(conflict).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        current: { _id, firstName: 'نهى', version: corrected.version },
        changedBy: { name: 'Omar Farouk' },
      },
    });
    expect((await ward.mona.put(edit, { firstName: 'نهى' }, { 'if-match': '0' })).status).toBe(200);
  });

  test.each([
    ['an empty first name', { firstName: ' ' }, 'First name is required'],
    ['a birth in the future', { birthdate: '2999-01-01' }, 'The birth date is in the future'],
    ['an unknown field', { order: 3 }, 'Unknown field: order'],
    ['a long record number', { medicalRecordNumber: '1'.repeat(81) }, 'At most 80 characters'],
  ])('%s is 400', async (_, body, message) => {
    expect(await ward.mona.put(`/api/patients/${ward.patient._id}/edit`, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid', message },
    });
  });

  test('is for clinical pharmacists of the team only', async () => {
    const edit = `/api/patients/${ward.patient._id}/edit`;
    expect((await ward.hany.put(edit, { firstName: 'A' })).status).toBe(403);
    expect((await ward.sami.put(edit, { firstName: 'A' })).status).toBe(404);
    expect((await ward.mona.put('/api/patients/unknown/edit', { firstName: 'A' })).status).toBe(404);
    expect((await ward.mona.put(edit, { firstName: 'محمد' }, { team: 'another' })).status).toBe(403);
  });
});

describe('deleting a patient', () => {
  test('is refused with a plain sentence while there are admissions', async () => {
    expect(await ward.mona.delete<Problem>(`/api/patients/${ward.patient._id}`)).toEqual({
      status: 409,
      body: {
        message: 'This patient has admissions and cannot be deleted',
        code: 'conflict',
        reason: 'patient-has-admissions',
      },
    });
  });

  test('answers with the patient; afterwards the log is unreadable for them, and no new key is made', async () => {
    const { _id, stream, ...facts } = await register();
    const deleted = await ward.omar.delete<Answer<Patient>>(`/api/patients/${_id}`, { 'if-match': '0' });
    expect(deleted).toEqual({ status: 200, body: { ...facts, _id, stream, version: 1, revision: 1 } });

    const afresh = createPatientKeys(environment.pool, [Buffer.alloc(32)]);
    await expect(afresh.withKey(_id, async () => undefined)).rejects.toThrow('has been destroyed');
    const { rows } = await environment.pool.query(
      'select wrapped_key from accounts.patient_key where patient_id = $1',
      [_id],
    );
    expect(rows).toEqual([{ wrapped_key: null }]);

    for (const answer of [
      await ward.mona.delete(`/api/patients/${_id}`),
      await ward.mona.put(`/api/patients/${_id}/edit`, { firstName: 'A' }),
      await ward.mona.post('/api/admissions', { patient: _id, admissionDate: '2025-03-01' }),
    ])
      expect(answer).toEqual({ status: 404, body: { message: 'Not found', code: 'notFound', reason: 'not-found' } });
  });

  test('with the same key answers again, without the name', async () => {
    const { _id, stream } = await register();
    const once = key();
    expect((await ward.mona.delete<Patient>(`/api/patients/${_id}`, once)).body.firstName).toBe('هدى');
    expect(await ward.mona.delete<Answer<Patient>>(`/api/patients/${_id}`, once)).toMatchObject({
      status: 200,
      body: {
        _id,
        team: ward.team._id,
        firstName: '',
        birthdate: '',
        medicalRecordNumber: '',
        stream,
        revision: 1,
        version: 1,
      },
    });
    expect(
      await environment.pool.query(
        'select from accounts.patient_key where patient_id = $1 and destroyed_at is not null',
        [_id],
      ),
    ).toMatchObject({ rowCount: 1 });
  });

  test('is refused without the newest correction, to physicians, and to strangers', async () => {
    const { _id } = await register();
    await ward.omar.put(`/api/patients/${_id}/edit`, { firstName: 'نهى' });
    expect(await ward.mona.delete(`/api/patients/${_id}`, { 'if-match': '0' })).toMatchObject({
      status: 409,
      body: { current: { firstName: 'نهى' } },
    });
    expect((await ward.hany.delete(`/api/patients/${_id}`)).status).toBe(403);
    expect((await ward.sami.delete(`/api/patients/${_id}`)).status).toBe(404);
  });

  test('becomes possible when the last admission has been deleted', async () => {
    const { _id } = await register();
    const { body: admission } = await ward.mona.post<Admission>('/api/admissions', {
      patient: _id,
      admissionDate: '2025-03-01',
    });
    expect((await ward.mona.delete(`/api/patients/${_id}`)).status).toBe(409);
    expect((await ward.mona.delete(`/api/admissions/${admission._id}`)).status).toBe(200);
    expect((await ward.mona.delete(`/api/patients/${_id}`)).status).toBe(200);
  });

  test('the log lines of the service contain nothing of the person', async () => {
    const { _id } = await register({ firstName: 'Unmistakable', medicalRecordNumber: 'MRN-4711' });
    await ward.mona.delete(`/api/patients/${_id}`);
    expect(environment.logged()).not.toMatch(/Unmistakable|MRN-4711/);
  });
});

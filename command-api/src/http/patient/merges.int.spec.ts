import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { beforeAll, describe, expect, test } from 'vitest';
import { createHandle } from '../../commands/handle.ts';
import { MERGE_PATIENTS } from '../../commands/merge-patients.ts';
import type { Admission, Answer, ConflictProblem, Patient, Problem } from 'language/contract/entities';
import type { Actor } from 'language/domain/command';
import { absorbPatient, mergePatient } from 'language/domain/patient/decide-merge';
import { patientIdsOf, survivorOf } from 'language/domain/patient/merged-patients';
import type { Patient as PatientState } from 'language/domain/patient/state';
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

const register = async (firstName = 'هدى'): Promise<Answer<Patient>> =>
  (
    await ward.mona.post<Answer<Patient>>('/api/patients', {
      team: ward.team._id,
      firstName,
      birthdate: '1980-01-31',
      medicalRecordNumber: '007',
    })
  ).body;
const merge = (into: string, patient: string, headers = {}) =>
  ward.omar.post<Answer<Patient> & Problem>(
    `/api/patients/${into}/merged`,
    { patient, reason: 'Registered twice' },
    headers,
  );
const undo = (from: string, patient: string, headers = {}) =>
  ward.mona.delete<Answer<Patient> & Problem>(`/api/patients/${from}/merged/${patient}`, headers);
const admit = (patient: string) =>
  ward.mona.post<Answer<Admission> & Problem>('/api/admissions', { patient, admissionDate: '2025-03-01' });
const eventsOf = async (patient: string) =>
  (await environment.events(`patient-${patient}`)).slice(1).map(({ type, data }) => ({ type, data }));
const load = async (id: string): Promise<PatientState> =>
  (await createFoldCaches(environment.log).patient.load(id)).state;

describe('merging two patients', () => {
  test('links both, and answers with the patient who stays', async () => {
    const [stays, other] = [await register('هدى'), await register('هدي')];
    const { status, body } = await merge(stays._id, other._id);
    expect(status).toBe(200);
    expect(body).toEqual({ ...stays, revision: 1 });
    expect(await eventsOf(other._id)).toEqual([
      { type: 'PatientMerged', data: { into: stays._id, reason: 'Registered twice' } },
    ]);
    expect(await eventsOf(stays._id)).toEqual([{ type: 'PatientAbsorbed', data: { patientId: other._id } }]);
  });

  test('is done once, with the same key and with another', async () => {
    const [stays, other] = [await register(), await register()];
    const sent = key();
    const first = await merge(stays._id, other._id, sent);
    for (const headers of [sent, key()]) expect(await merge(stays._id, other._id, headers)).toEqual(first);
    expect(await eventsOf(stays._id)).toHaveLength(1);
    expect(await eventsOf(other._id)).toHaveLength(1);
  });

  test('leaves nothing to write on the merged patient; the sentence leads to the one who stays', async () => {
    const [stays, other] = [await register(), await register()];
    const admission = await admit(other._id);
    await merge(stays._id, other._id);
    const refused = { status: 409, body: { code: 'conflict', reason: 'patient-merged' } };
    expect(await admit(other._id)).toMatchObject(refused);
    expect(await ward.mona.put(`/api/patients/${other._id}/edit`, { firstName: 'نهى' })).toMatchObject(refused);
    expect(await ward.mona.delete(`/api/patients/${other._id}`)).toMatchObject(refused);
    expect(await ward.mona.delete(`/api/patients/${stays._id}`)).toMatchObject({
      status: 409,
      body: { reason: 'patient-has-merged' },
    });
    // The admission of before goes on, under the key that it was written with.
    expect(
      (await ward.mona.put(`/api/admissions/${admission.body._id}/edit`, { admissionDate: '2025-02-28' })).status,
    ).toBe(200);
    // It is the one open admission of the person.
    expect(await admit(stays._id)).toMatchObject({ status: 409, body: { reason: 'patient-has-open-admission' } });
    await ward.mona.put(`/api/admissions/${admission.body._id}/edit`, {
      dischargeDate: '2025-03-09',
      dischargeStatus: 0,
    });
    expect((await admit(stays._id)).status).toBe(201);
  });

  test('an admission of a merged patient is not dated before the birth of the patient who stays', async () => {
    const [stays, other] = [await register(), await register()];
    const { body: admission } = await admit(other._id);
    await merge(stays._id, other._id);
    await ward.mona.put(`/api/patients/${stays._id}/edit`, { birthdate: '2025-02-28' });
    expect(await ward.mona.put(`/api/admissions/${admission._id}/edit`, { admissionDate: '2025-02-27' })).toMatchObject(
      { status: 400, body: { reason: 'admission-before-birth' } },
    );
  });

  test('is refused into a patient who was born after an admission of the other, and so is such a correction', async () => {
    const [stays, other] = [await register(), await register()];
    const { body: admission } = await admit(other._id);
    await ward.mona.put(`/api/admissions/${admission._id}/edit`, { admissionDate: '2025-02-20' });
    const bornLate = { birthdate: '2025-02-25' };
    const refused = (field: string) => ({
      status: 400,
      body: { reason: 'birth-after-admission', fieldReasons: { [field]: { values: { date: '2025-02-20' } } } },
    });
    expect(await ward.mona.put(`/api/patients/${other._id}/edit`, bornLate)).toMatchObject(refused('birthdate'));
    expect((await ward.mona.put(`/api/patients/${stays._id}/edit`, bornLate)).status).toBe(200);
    expect(await merge(stays._id, other._id)).toMatchObject(refused('patient'));
    // The same is true of merged patients.
    await ward.mona.put(`/api/patients/${stays._id}/edit`, { birthdate: '1980-01-31' });
    expect((await merge(stays._id, other._id)).status).toBe(200);
    expect(await ward.mona.put(`/api/patients/${stays._id}/edit`, bornLate)).toMatchObject(refused('birthdate'));
  });

  test('one after the other belong together, for an erasure as well', async () => {
    const [stays, other, third] = [await register(), await register(), await register()];
    await merge(other._id, third._id);
    await merge(stays._id, other._id);
    expect(await patientIdsOf(load, stays._id)).toEqual([stays._id, other._id, third._id]);
    expect(await survivorOf(load, third._id)).toBe(stays._id);
    expect((await undo(other._id, third._id)).status).toBe(200);
    expect(await patientIdsOf(load, stays._id)).toEqual([stays._id, other._id]);
  });

  test.each([
    ['itself', 'merge-with-itself', 400],
    ['an unknown patient', 'not-found', 404],
    ['a patient of another team of the same person', 'patients-of-two-teams', 400],
    ['a patient who is merged into a third one', 'merged-into-another', 409],
  ])('%s is refused', async (what, reason, status) => {
    const stays = await register();
    const other =
      { itself: async () => stays._id, 'an unknown patient': async () => 'unknown' }[what] ??
      (async () => (await register())._id);
    let id = await other();
    if (reason === 'merged-into-another') await merge((await register())._id, id);
    if (reason === 'patients-of-two-teams') {
      const { body: team } = await ward.omar.post<{ _id: string }>('/api/teams', {
        name: 'CCU',
        specialty: 2,
        about: '',
      });
      id = (
        await ward.omar.post<Patient>('/api/patients', { team: team._id, firstName: 'هدى', birthdate: '1980-01-31' })
      ).body._id;
    }
    expect(await merge(stays._id, id)).toMatchObject({ status, body: { reason } });
  });

  test('into a patient who is merged, or unknown, is refused and writes nothing', async () => {
    const [stays, other, third] = [await register(), await register(), await register()];
    await merge(stays._id, other._id);
    expect(await merge(other._id, third._id)).toMatchObject({ status: 409, body: { reason: 'survivor-merged' } });
    expect(await merge('unknown', third._id)).toMatchObject({ status: 404 });
    expect(await eventsOf(third._id)).toEqual([]);
  });

  test('a correction since both were compared is a conflict', async () => {
    const [stays, other] = [await register(), await register()];
    await ward.mona.put(`/api/patients/${other._id}/edit`, { firstName: 'نهى' });
    const refused = await ward.omar.post<ConflictProblem>(
      `/api/patients/${stays._id}/merged`,
      { patient: other._id },
      { 'if-match': '0' },
    );
    expect(refused).toMatchObject({ status: 409, body: { current: { _id: other._id, firstName: 'نهى' } } });
  });

  test.each([
    ['no patient', {}],
    ['an unknown field', { patient: 'x', order: 3 }],
    ['a long reason', { patient: 'x', reason: '1'.repeat(201) }],
  ])('%s is 400', async (_, body) =>
    expect(await ward.omar.post(`/api/patients/${ward.patient._id}/merged`, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    }),
  );

  test('is for clinical pharmacists of the team, as is undoing it', async () => {
    const [stays, other] = [await register(), await register()];
    const calls = [
      (who: Ward['mona']) => who.post<Problem>(`/api/patients/${stays._id}/merged`, { patient: other._id }),
      (who: Ward['mona']) => who.delete<Problem>(`/api/patients/${stays._id}/merged/${other._id}`),
    ];
    for (const call of calls) {
      expect((await call(ward.hany)).status).toBe(403);
      expect((await call(ward.sami)).status).toBe(404);
      expect((await call(ward.mona)).status).toBe(200);
    }
  });
});

describe('undoing a merge', () => {
  test('makes the merged patient one of its own again; what was written since stays where it is', async () => {
    const [stays, other] = [await register(), await register()];
    await merge(stays._id, other._id);
    const { body: since } = await admit(stays._id);
    const sent = key();
    const undone = await undo(stays._id, other._id, sent);
    expect(undone).toMatchObject({ status: 200, body: { _id: stays._id, stream: `patient-${stays._id}` } });
    expect(await undo(stays._id, other._id, sent)).toEqual(undone);
    expect((await eventsOf(other._id)).map(({ type }) => type)).toEqual(['PatientMerged', 'PatientMergeUndone']);
    expect(await load(stays._id)).toMatchObject({ admissions: [{ admissionId: since._id }], absorbed: [] });
    expect((await admit(other._id)).status).toBe(201);
  });

  test('and merging again is possible as often as it takes, also in the other direction', async () => {
    const [one, other] = [await register(), await register()];
    for (const [into, patient] of [
      [one, other],
      [other, one],
      [one, other],
    ] as const) {
      expect((await merge(into._id, patient._id)).status).toBe(200);
      expect((await undo(into._id, patient._id)).status).toBe(200);
    }
    expect((await merge(one._id, other._id)).status).toBe(200);
    expect(await load(other._id)).toMatchObject({ mergedInto: { patientId: one._id } });
  });

  test('is refused where there is no merge', async () => {
    const [stays, other] = [await register(), await register()];
    expect(await undo(stays._id, other._id)).toMatchObject({ status: 409, body: { reason: 'not-merged' } });
    expect(await undo('unknown', other._id)).toMatchObject({ status: 404 });
  });

  test('is refused after a day', async () => {
    const [stays, other] = [await register(), await register()];
    const at = new Date(Date.now() - 25 * 3_600_000);
    const folds = createFoldCaches(environment.log);
    const handle = createHandle(environment.log, 'Africa/Cairo');
    const actor = (): Actor => ({
      id: ward.omar.me._id,
      isMember: true,
      isTeamAdmin: false,
      canEdit: true,
      isPhysic: false,
      isAdminAccount: false,
    });
    const [ids, survivor] = [{ patientId: other._id, into: stays._id }, await load(stays._id)];
    const payload = { ...ids, survivor, reason: '' };
    const common = { name: MERGE_PATIENTS, fold: folds.patient, at, actor };
    await handle({ ...common, commandId: crypto.randomUUID(), id: other._id, payload, decide: mergePatient });
    await handle({
      ...common,
      commandId: crypto.randomUUID(),
      id: stays._id,
      payload: { patientId: other._id, teamId: ward.team._id },
      decide: absorbPatient,
    });
    expect(await undo(stays._id, other._id)).toMatchObject({
      status: 409,
      body: { reason: 'merge-too-old', values: { hours: 24 } },
    });
  });
});

describe('a merge of two inpatients', () => {
  const mergeTwo = async () => {
    const [stays, other] = [await register(), await register()];
    const [ofStays, ofOther] = [(await admit(stays._id)).body, (await admit(other._id)).body];
    await merge(stays._id, other._id);
    return { stays, other, ofStays, ofOther };
  };
  const discharge = (admission: string) =>
    ward.mona.put(`/api/admissions/${admission}/edit`, { dischargeDate: '2025-03-09', dischargeStatus: 0 });

  test('neither admission is offered to a team until one is ended', async () => {
    const { ofStays, ofOther } = await mergeTwo();
    const second = await ward.secondTeam();
    const offer = () => ward.mona.post(`/api/admissions/${ofOther._id}/transfer`, { toTeam: second._id });
    expect(await offer()).toMatchObject({ status: 409, body: { reason: 'transfer-of-two-open' } });
    await discharge(ofStays._id);
    expect((await offer()).status).toBe(201);
    // Nor is the ended one opened again beside it.
    expect(await ward.mona.put(`/api/admissions/${ofStays._id}/edit`, { dischargeDate: null })).toMatchObject({
      status: 409,
      body: { reason: 'patient-has-open-admission' },
    });
  });

  test('is not undone while the patient is in another team: the refusal has written nothing', async () => {
    const { stays, other, ofStays, ofOther } = await mergeTwo();
    const second = await ward.secondTeam();
    await discharge(ofStays._id);
    expect((await ward.transfer(ofOther._id, second._id)).status).toBe(200);
    const before = [...(await eventsOf(stays._id)), ...(await eventsOf(other._id))];
    expect(await undo(stays._id, other._id)).toMatchObject({ status: 409, body: { reason: 'merge-transferred' } });
    expect(await ward.omar.delete(`/api/patients/${stays._id}/merged/${other._id}`)).toMatchObject({
      status: 403,
      body: { reason: 'patient-transferred' },
    });
    expect([...(await eventsOf(stays._id)), ...(await eventsOf(other._id))]).toEqual(before);

    expect((await ward.transfer(ofOther._id, ward.team._id)).status).toBe(200);
    expect((await undo(stays._id, other._id)).status).toBe(200);
    expect([await load(stays._id), await load(other._id)]).toMatchObject([
      { teamId: ward.team._id, absorbed: [] },
      { teamId: ward.team._id },
    ]);
  });
});

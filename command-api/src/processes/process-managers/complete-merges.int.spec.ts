import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHandle } from '../../commands/handle.ts';
import { MERGE_PATIENTS, SEPARATE_PATIENTS } from '../../commands/merge-patients.ts';
import type { Patient } from 'language/contract/entities';
import { type Actor, recordedAtOf } from 'language/domain/command';
import { mergePatient, separatePatient } from 'language/domain/patient/decide-merge';
import { openWard, startTestEnvironment, type TestEnvironment, type Ward } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
  // The first event in the log: an unreadable patient must not block the others.
  await environment.spoil('patient-spoilt', 'PatientMerged', ward.patient._id);
});
afterAll(() => environment.stop());

const register = async (): Promise<string> =>
  (
    await ward.mona.post<Patient>('/api/patients', {
      team: ward.team._id,
      firstName: 'هدى',
      birthdate: '1980-01-31',
    })
  ).body._id;
const actor = (): Actor => ({
  id: ward.omar.me._id,
  isMember: true,
  isTeamAdmin: false,
  canEdit: true,
  isPhysic: false,
  isAdminAccount: false,
});

/** The first step alone, as of a process that died after it. */
async function firstStepOfMerge(patientId: string, into: string): Promise<void> {
  const { patient: fold } = createFoldCaches(environment.log);
  const { state: survivor } = await fold.load(into);
  await createHandle(
    environment.log,
    'Africa/Cairo',
  )({
    name: MERGE_PATIENTS,
    commandId: crypto.randomUUID(),
    fold,
    id: patientId,
    target: into,
    payload: { patientId, into, survivor, reason: '' },
    actor,
    decide: mergePatient,
  });
}

/** Waits for an event of the patient's stream. */
async function arrival(patientId: string, type: string): Promise<void> {
  const following = new AbortController();
  for await (const event of environment.log.follow({
    prefixes: [`patient-${patientId}`],
    after: undefined,
    signal: following.signal,
  }))
    if (event.type === type) break;
  following.abort();
}

test('a merge whose process died between its two streams is completed once', async () => {
  const [stays, other] = [await register(), await register()];
  await firstStepOfMerge(other, stays);
  await arrival(stays, 'PatientAbsorbed');
  const [merged] = (await environment.events(`patient-${other}`)).slice(-1);
  const [absorbed] = (await environment.events(`patient-${stays}`)).slice(-1);
  // It occurred with the first step, so a day for undoing begins then; it was recorded when it was completed.
  expect(absorbed).toMatchObject({ data: { patientId: other } });
  expect(absorbed!.metadata.occurredAt).toBe(merged!.metadata.occurredAt);
  expect(recordedAtOf(absorbed!.metadata) > recordedAtOf(merged!.metadata)).toBe(true);
  // A person who tries again finds it done.
  expect((await ward.mona.post(`/api/patients/${stays}/merged`, { patient: other })).status).toBe(200);
  expect(await environment.events(`patient-${stays}`)).toHaveLength(2);
});

test('a merge into a patient who was merged meanwhile is undone', async () => {
  const [third, stays, other] = [await register(), await register(), await register()];
  await firstStepOfMerge(other, stays);
  expect((await ward.mona.post(`/api/patients/${third}/merged`, { patient: stays })).status).toBe(200);
  await arrival(other, 'PatientMergeUndone');
  expect((await environment.events(`patient-${stays}`)).map(({ type }) => type)).toEqual([
    'PatientRegistered',
    'PatientMerged',
    'PatientMergeDeclined',
  ]);
  // The answer is final, also once that merge was undone.
  expect((await ward.mona.delete(`/api/patients/${third}/merged/${stays}`)).status).toBe(200);
  const { state } = await createFoldCaches(environment.log).patient.load(other);
  expect(state).toMatchObject({ status: 'registered', absorbed: [] });
  expect(state).not.toHaveProperty('mergedInto');
  expect((await ward.mona.post(`/api/patients/${stays}/merged`, { patient: other })).status).toBe(200);
});

test('a merge into a patient who was deleted meanwhile is undone', async () => {
  const [stays, other] = [await register(), await register()];
  await firstStepOfMerge(other, stays);
  expect((await ward.mona.delete(`/api/patients/${stays}`)).status).toBe(200);
  await arrival(other, 'PatientMergeUndone');
});

test('the undoing of a merge whose process died between its two streams is completed once', async () => {
  const [stays, other] = [await register(), await register()];
  await ward.mona.post(`/api/patients/${stays}/merged`, { patient: other });
  await createHandle(
    environment.log,
    'Africa/Cairo',
  )({
    name: SEPARATE_PATIENTS,
    commandId: crypto.randomUUID(),
    fold: createFoldCaches(environment.log).patient,
    id: stays,
    target: other,
    payload: { patientId: other, survivorTeamId: undefined },
    actor,
    decide: separatePatient,
  });
  await arrival(other, 'PatientMergeUndone');
  const { state } = await createFoldCaches(environment.log).patient.load(other);
  expect(state).not.toHaveProperty('mergedInto');
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Admission, Answer } from 'language/contract/entities';
import { acceptTransfer } from 'language/domain/admission/decide-transfer';
import type { Actor } from 'language/domain/command';
import { transferPatient } from 'language/domain/patient/decide';
import { ACCEPT_TRANSFER, completeTransfer, transferPatientCommandId } from '../../commands/transfer-admission.ts';
import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { createHandle } from '../../commands/handle.ts';
import { startTestEnvironment, openWard, type TestEnvironment, type Ward } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

const patientStream = (): string => `patient-${ward.patient._id}`;
async function offered(toTeam: string, admission = ward.admission._id): Promise<string> {
  const path = `/api/admissions/${admission}/transfer`;
  const { body } = await ward.mona.post<Answer<Admission>>(path, { toTeam });
  return body.transfer?.offer ?? '';
}

test('a transfer whose process died between its two streams is completed once, and never takes the patient back', async () => {
  const { body: other } = await ward.mona.post<{ _id: string }>('/api/teams', { name: 'Ward 7', specialty: 1 });
  for (const team of [other._id, ward.team._id])
    await ward.mona.put(`/api/teams/${team}/edit`, { receivesTransfers: true });
  const admissionId = ward.admission._id;
  const offerId = await offered(other._id);

  // The first step alone.
  const commandId = '0a4d4f38-2b9f-4a63-9b4e-9d3c9d5f3a11';
  const actor: Actor = {
    id: ward.mona.me._id,
    isMember: true,
    isTeamAdmin: true,
    canEdit: true,
    isPhysic: false,
    isAdminAccount: false,
  };
  const folds = createFoldCaches(environment.log);
  await createHandle(
    environment.log,
    'Africa/Cairo',
  )({
    name: ACCEPT_TRANSFER,
    commandId,
    fold: folds.admission,
    id: admissionId,
    payload: { offerId, hasOtherOpen: false },
    actor: () => actor,
    decide: acceptTransfer,
  });
  const following = new AbortController();
  for await (const event of environment.log.follow({
    prefixes: [patientStream()],
    after: undefined,
    signal: following.signal,
  }))
    if (event.metadata.commandId === transferPatientCommandId(commandId, admissionId)) break;
  following.abort();
  const moves = async () =>
    (await environment.events(patientStream())).filter(({ type }) => type === 'PatientTransferred');
  expect((await moves()).map(({ data }) => data)).toEqual([
    { admissionId, fromTeamId: ward.team._id, toTeamId: other._id },
  ]);

  // Back again: the second step of the first transfer, repeated, leaves the patient where they are now.
  const back = await offered(ward.team._id);
  const accept = { offer: back };
  expect((await ward.mona.put(`/api/admissions/${admissionId}/transfer/accept`, accept)).status).toBe(200);
  expect((await moves()).map(({ data }) => data)).toEqual([
    { admissionId, fromTeamId: ward.team._id, toTeamId: other._id },
    { admissionId, fromTeamId: other._id, toTeamId: ward.team._id },
  ]);
});

test('a step that comes late does nothing after a newer transfer of another admission of the patient', async () => {
  const { mona, team } = ward;
  const second = await ward.secondTeam('Ward 8');
  const third = await ward.secondTeam('Ward 9');
  const { _id: older, patient } = await ward.otherChart();
  // The log has two open admissions of a patient: this is the first step of a transfer whose second
  // step found the patient in the team already, and wrote nothing.
  const folds = createFoldCaches(environment.log);
  const handle = createHandle(environment.log, 'Africa/Cairo');
  const overtaken = '5f0c7a34-7a3c-4a6f-9d0f-3a1f5b6f0c44';
  const actor = (): Actor => ({
    id: mona.me._id,
    isMember: true,
    isTeamAdmin: true,
    canEdit: true,
    isPhysic: false,
    isAdminAccount: false,
  });
  const offerId = await offered(second._id, older);
  const accepted = await handle({
    name: ACCEPT_TRANSFER,
    commandId: overtaken,
    fold: folds.admission,
    id: older,
    payload: { offerId, hasOtherOpen: false },
    actor,
    decide: acceptTransfer,
  });
  const move = (admissionId: string, fromTeamId: string, toTeamId: string) =>
    handle({
      name: ACCEPT_TRANSFER,
      commandId: randomUUID(),
      fold: folds.patient,
      id: patient,
      payload: { admissionId, fromTeamId, toTeamId },
      actor,
      decide: transferPatient,
    });
  await move('newer', team._id, second._id);
  await move('newer', second._id, third._id);
  const late = { commandId: overtaken, admissionId: older, revision: accepted.revision, actor };
  expect(await completeTransfer({ folds, handle, log: environment.log }, late)).toBe(false);
  expect((await folds.patient.load(patient)).state).toMatchObject({ teamId: third._id });
});

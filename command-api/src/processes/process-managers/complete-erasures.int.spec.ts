import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from 'language/domain/command';
import { agreeToErasure } from 'language/domain/patient/decide-erasure';
import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { AGREE_TO_ERASURE, eraseStreams } from '../../commands/erase-patient.ts';
import { personOf } from '../../commands/person.ts';
import { createImageStore } from '../../images/store.ts';
import { createHandle } from '../../commands/handle.ts';
import { openWard, startTestEnvironment, type TestEnvironment, type Ward } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

const commandId = '5f0c7a34-7a3c-4a6f-9d0f-3a1f5b6f0c77';
const parts = () => ({
  log: environment.log,
  folds: createFoldCaches(environment.log),
  handle: createHandle(environment.log, 'Africa/Cairo'),
  images: createImageStore(environment.pool),
});
const actor = (): Actor => ({
  id: ward.mona.me._id,
  isMember: true,
  isTeamAdmin: true,
  canEdit: true,
  isPhysic: false,
  isAdminAccount: false,
});
const lastOf = async (stream: string) => (await environment.events(stream)).at(-1)?.type;

test('an erasure that was cut off after the agreement is finished', async () => {
  const { patient, admission, omar, mona, team } = ward;
  await ward.addReview();
  await mona.put(`/api/admissions/${admission._id}/edit`, { dischargeDate: '2025-04-30', dischargeStatus: 0 });
  const { body: second } = await mona.post<{ _id: string }>('/api/admissions', {
    patient: patient._id,
    team: team._id,
    admissionDate: '2025-05-01',
  });
  await omar.post(`/api/patients/${patient._id}/erasure`, { category: 'mistake', reason: 'a test patient' });
  const { folds, handle } = parts();
  const { revision = -1n } = await folds.patient.load(patient._id);
  const { stays, merged } = await personOf({ folds }, patient._id);
  await handle({
    name: AGREE_TO_ERASURE,
    commandId,
    fold: folds.patient,
    id: patient._id,
    payload: { patientId: patient._id, stays, merged },
    basedOn: stays.reduce((sum, { events }) => sum + events, revision + 1n),
    actor,
    decide: agreeToErasure,
  });

  await expect.poll(() => lastOf(`patient-${patient._id}`)).toBe('PatientDeleted');
  for (const id of [admission._id, second._id]) expect(await lastOf(`admission-${id}`)).toBe('AdmissionErased');
  const [, erased] = await environment.events(`admission-${second._id}`);
  const agreed = (await environment.events(`patient-${patient._id}`)).find(
    ({ type }) => type === 'PatientErasureAgreed',
  );
  // It occurred with the agreement.
  expect(erased?.metadata).toMatchObject({ actorId: mona.me._id, occurredAt: agreed?.metadata.occurredAt });
  await expect
    .poll(
      async () =>
        (
          await environment.pool.query('select wrapped_key from accounts.patient_key where patient_id = $1', [
            patient._id,
          ])
        ).rows,
    )
    .toEqual([{ wrapped_key: null }]);

  const before = await environment.events(`admission-${admission._id}`);
  await eraseStreams(parts(), { commandId, patientId: patient._id, actor: actor() });
  expect(await environment.events(`admission-${admission._id}`)).toHaveLength(before.length);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAdmission } from 'language/domain/admission/decide';
import { type Actor, recordedAtOf } from 'language/domain/command';
import { DELETE_ADMISSION, unregisterCommandId } from '../../commands/delete-admission.ts';
import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { createHandle } from '../../commands/handle.ts';
import { startTestEnvironment, openWard, type TestEnvironment, type Ward } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
  // The first event in the log: an unreadable patient must not block the others.
  await environment.spoil('patient-spoilt', 'PatientRegistered', ward.patient._id);
  await environment.spoil('admission-of-spoilt', 'AdmissionDeleted', 'spoilt');
});
afterAll(() => environment.stop());

test('a deletion whose process died between its two streams is completed once', async () => {
  const kept = await ward.nextStay({ admissionDate: '2025-04-01' });
  const gone = await ward.nextStay({ admissionDate: '2025-05-01' });
  expect((await ward.mona.delete(`/api/admissions/${gone._id}`)).status).toBe(200);

  const commandId = '5f0c7a34-7a3c-4a6f-9d0f-3a1f5b6f0c12';
  const actor: Actor = {
    id: ward.omar.me._id,
    isMember: true,
    isTeamAdmin: false,
    canEdit: true,
    isPhysic: false,
    isAdminAccount: false,
  };
  const folds = createFoldCaches(environment.log);
  const admissionId = ward.admission._id;
  await createHandle(
    environment.log,
    'Africa/Cairo',
  )({
    name: DELETE_ADMISSION,
    commandId,
    fold: folds.admission,
    id: admissionId,
    payload: { admissionId },
    actor: () => actor,
    decide: deleteAdmission,
  });

  const following = new AbortController();
  for await (const event of environment.log.follow({
    prefixes: [`patient-${ward.patient._id}`],
    after: undefined,
    signal: following.signal,
  })) {
    if (
      event.type === 'AdmissionUnregistered' &&
      event.metadata.commandId === unregisterCommandId(commandId, admissionId)
    )
      break;
  }
  following.abort();

  const freed = (await environment.events(`patient-${ward.patient._id}`)).filter(
    ({ type }) => type === 'AdmissionUnregistered',
  );
  expect(freed.map(({ data }) => data)).toEqual([{ admissionId: gone._id }, { admissionId }]);
  const [deletion] = (await environment.events(`admission-${admissionId}`)).slice(-1);
  // It occurred with the first step, and was recorded when it was completed.
  expect(freed[1]!.metadata).toEqual({
    ...deletion!.metadata,
    commandId: unregisterCommandId(commandId, admissionId),
    recordedAt: freed[1]!.metadata.recordedAt,
  });
  expect(recordedAtOf(freed[1]!.metadata) > recordedAtOf(deletion!.metadata)).toBe(true);
  const { state } = await createFoldCaches(environment.log).patient.load(ward.patient._id);
  expect(state).toMatchObject({ status: 'registered', admissions: [{ admissionId: kept._id }] });
});

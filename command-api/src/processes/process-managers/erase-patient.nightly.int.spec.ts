import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Patient } from 'language/contract/entities';
import type { Actor } from 'language/domain/command';
import { deletePatient } from 'language/domain/patient/decide';
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

test('a patient is erased although their deletion was interrupted after its event', async () => {
  const { body: patient } = await ward.mona.post<Answer<Patient>>('/api/patients', {
    team: ward.team._id,
    firstName: 'هدى',
    birthdate: '1980-01-31',
  });
  await environment.pool.query(
    `insert into images.image (image_id, admission_id, patient_id, uploaded_by, content_type, content, thumbnail)
     values ('left', 'gone', $1, 'mona', 'image/png', 'x', 'x')`,
    [patient._id],
  );
  const actor: Actor = {
    id: ward.omar.me._id,
    isMember: true,
    isTeamAdmin: false,
    canEdit: true,
    isPhysic: false,
    isAdminAccount: false,
  };
  const fold = createFoldCaches(environment.log).patient;
  await createHandle(
    environment.log,
    'Africa/Cairo',
  )({
    name: 'DeletePatient',
    commandId: '5f0c7a34-7a3c-4a6f-9d0f-3a1f5b6f0c99',
    fold,
    id: patient._id,
    payload: { patientId: patient._id },
    actor: () => actor,
    decide: deletePatient,
  });

  const left = async () =>
    (await environment.pool.query('select wrapped_key from accounts.patient_key where patient_id = $1', [patient._id]))
      .rows;
  await expect.poll(left).toEqual([{ wrapped_key: null }]);
  await expect
    .poll(
      async () =>
        (await environment.pool.query('select from images.image where patient_id = $1', [patient._id])).rowCount,
    )
    .toBe(0);
  expect(
    await environment.pool.query('select from accounts.patient_key where patient_id = $1 and wrapped_key is not null', [
      ward.patient._id,
    ]),
  ).toMatchObject({ rowCount: 1 });
});

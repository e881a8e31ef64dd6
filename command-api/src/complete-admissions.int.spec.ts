import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIT_PATIENT, registerOnPatient } from './admit.ts';
import { calendarDate } from './domain/calendar-date.ts';
import type { Actor } from './domain/command.ts';
import { createFolds } from './folds.ts';
import { createHandle } from './handle.ts';
import { openHospital, openWard, type Hospital, type Ward } from './testing/hospital.ts';

let hospital: Hospital;
let ward: Ward;
beforeAll(async () => {
  hospital = await openHospital();
  ward = await openWard(hospital);
});
afterAll(() => hospital.stop());

test('an admission whose process died between its two streams is completed as it was meant', async () => {
  const admissionId = 'cut-off';
  const commandId = '5f0c7a34-7a3c-4a6f-9d0f-3a1f5b6f0c11';
  const actor: Actor = { id: ward.omar.me._id, isMember: true, isTeamAdmin: false, canEdit: true, isPhysic: false, isAdminAccount: false };
  const folds = createFolds(hospital.log);
  await registerOnPatient(
    { folds, handle: createHandle(hospital.log, 'Africa/Cairo') },
    {
      commandId,
      patientId: ward.patient._id,
      payload: { admissionId, admissionDate: calendarDate('2025-04-01'), admissionDetails: '<p>cut off</p>' },
      actor: async () => actor,
    },
  );

  const following = new AbortController();
  for await (const event of hospital.log.follow({ prefixes: [`admission-${admissionId}`], after: undefined, signal: following.signal })) {
    expect(event.type).toBe('PatientAdmitted');
    break;
  }
  following.abort();

  const [admitted, ...more] = await hospital.events(`admission-${admissionId}`);
  const [registered] = (await hospital.events(`patient-${ward.patient._id}`)).slice(-1);
  expect(more).toEqual([]);
  expect(admitted!.data).toEqual({ patientId: ward.patient._id, teamId: ward.team._id, admissionDate: '2025-04-01', admissionDetails: '<p>cut off</p>' });
  expect(admitted!.metadata).toEqual({ ...registered!.metadata, command: ADMIT_PATIENT, commandId, actorId: ward.omar.me._id });
});

test('admissions that came through by themselves are left alone', async () => {
  expect(await hospital.events(`admission-${ward.admission._id}`)).toHaveLength(1);
});

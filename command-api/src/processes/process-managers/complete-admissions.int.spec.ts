import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIT_PATIENT, registerOnPatient } from '../../commands/admit-patient.ts';
import { calendarDate } from 'language/domain/values/calendar-date';
import { type Actor, recordedAtOf } from 'language/domain/command';
import type { EventLog, StoredEvent } from 'service-kit/event-log/port';
import { runProcessManager } from './process-manager.ts';
import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { createHandle } from '../../commands/handle.ts';
import { createLogger } from 'service-kit/process/logger';
import { startTestEnvironment, openWard, type TestEnvironment, type Ward } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
  // The first event in the log: an unreadable event must not block the others.
  await environment.spoil('patient-spoilt', 'AdmissionRegistered', ward.patient._id);
});
afterAll(() => environment.stop());

test('an admission whose process died between its two streams is completed', async () => {
  const admissionId = 'cut-off';
  const commandId = '5f0c7a34-7a3c-4a6f-9d0f-3a1f5b6f0c11';
  const actor: Actor = {
    id: ward.omar.me._id,
    isMember: true,
    isTeamAdmin: false,
    canEdit: true,
    isPhysic: false,
    isAdminAccount: false,
  };
  const folds = createFoldCaches(environment.log);
  await ward.mona.put(`/api/admissions/${ward.admission._id}/edit`, {
    dischargeDate: '2025-03-31',
    dischargeStatus: 0,
  });
  await registerOnPatient(
    { folds, handle: createHandle(environment.log, 'Africa/Cairo') },
    {
      commandId,
      patientId: ward.patient._id,
      payload: { admissionId, admissionDate: calendarDate('2025-04-01'), admissionDetails: '<p>cut off</p>' },
      actor: async () => actor,
    },
  );

  const following = new AbortController();
  for await (const event of environment.log.follow({
    prefixes: [`admission-${admissionId}`],
    after: undefined,
    signal: following.signal,
  })) {
    expect(event.type).toBe('PatientAdmitted');
    break;
  }
  following.abort();

  const [admitted, ...more] = await environment.events(`admission-${admissionId}`);
  const [registered] = (await environment.events(`patient-${ward.patient._id}`)).slice(-1);
  expect(more).toEqual([]);
  expect(admitted!.data).toEqual({
    patientId: ward.patient._id,
    teamId: ward.team._id,
    admissionDate: '2025-04-01',
    admissionDetails: '<p>cut off</p>',
  });
  // It occurred with the first step, and was recorded when it was completed.
  expect(admitted!.metadata).toEqual({
    ...registered!.metadata,
    command: ADMIT_PATIENT,
    commandId,
    actorId: ward.omar.me._id,
    recordedAt: admitted!.metadata.recordedAt,
  });
  expect(recordedAtOf(admitted!.metadata) > recordedAtOf(registered!.metadata)).toBe(true);
});

test("an admission that cannot be completed is logged, without the event's content", () => {
  expect(environment.logged()).toMatch(
    /"follower":"complete-admissions","stream":"patient-spoilt","revision":"0".*"msg":"cannot finish a second step"/,
  );
  expect(environment.logged()).not.toContain('Layla');
});

test("a log whose clock is ahead of this machine's causes no longer wait", async () => {
  const fast: EventLog = {
    ...environment.log,
    async *follow(options) {
      for await (const event of environment.log.follow(options))
        yield { ...event, created: new Date(event.created.getTime() + 3_600_000) };
    },
  };
  const finished: string[] = [];
  const enough = new AbortController();
  const finish = async ({ stream }: StoredEvent): Promise<void> => {
    finished.push(stream);
    if (finished.length === 3) enough.abort();
  };
  const step = { follower: 'spec', prefixes: ['patient-'], firstStep: 'AdmissionRegistered', finish };
  await runProcessManager(
    { log: fast, pool: environment.pool, logger: createLogger('spec', 'silent'), graceMs: 0 },
    step,
    enough.signal,
  );
  expect(finished).toEqual([`patient-${ward.patient._id}`, 'patient-spoilt', `patient-${ward.patient._id}`]);
});

test('completed admissions are left alone', async () => {
  const types = (await environment.events(`admission-${ward.admission._id}`)).map(({ type }) => type);
  expect(types).toEqual(['PatientAdmitted', 'PatientDischarged']);
});

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from 'language/domain/command';
import type { EventLog } from 'service-kit/event-log/port';
import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { createHandle } from '../commands/handle.ts';
import type { Handle } from '../commands/intent.ts';
import { createLogger } from 'service-kit/process/logger';
import { createStopMedications } from './stop-medications.ts';
import { startTestEnvironment, openWard, type TestEnvironment, type Ward } from '../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

const actor: Actor = {
  id: 'admin',
  isMember: false,
  isTeamAdmin: false,
  canEdit: false,
  isPhysic: false,
  isAdminAccount: true,
};

const closed = async (): Promise<string> => {
  const body = await ward.otherChart();
  await ward.mona.post(`/api/admissions/${body._id}/medications`, {
    drug: ward.drug.tradeLabels[0]!._id,
    startDate: '2025-03-02',
  });
  await ward.mona.put(`/api/admissions/${body._id}/edit`, { dischargeDate: '2025-03-09', dischargeStatus: 0 });
  return body._id;
};
const stopsIn = async (admissionId: string): Promise<number> =>
  (await environment.events(`admission-${admissionId}`)).filter(({ type }) => type === 'AdmissionMedicationStopped')
    .length;

/** Stands for a process whose command loop may fail or be late. */
function openProcess(
  failing: (calls: number) => boolean = () => false,
  before: () => Promise<void> = async () => undefined,
) {
  const folds = createFoldCaches(environment.log);
  const real = createHandle(environment.log, 'Africa/Cairo');
  let calls = 0;
  const handle: Handle = async (intent) => {
    calls += 1;
    if (failing(calls)) throw new Error('the process died');
    await before();
    return real(intent);
  };
  return { log: environment.log, folds, handle, pool: environment.pool, logger: createLogger('spec', 'silent') };
}

test('the next run resumes an interrupted run, and each medication is stopped once', async () => {
  const admissions: string[] = [];
  for (let n = 0; n < 5; n += 1) admissions.push(await closed());
  const dying = createStopMedications(openProcess((calls) => calls > 2));
  await expect(dying({ commandId: randomUUID(), actor })).rejects.toThrow('the process died');
  expect(await createStopMedications(openProcess())({ commandId: randomUUID(), actor })).toEqual({
    stopped: 3,
    admissions: 3,
    complete: true,
  });
  for (const admission of admissions) expect(await stopsIn(admission)).toBe(1);
});

test('a run whose time is up answers complete: false, and the next does the rest', async () => {
  const admission = await closed();
  const slow = openProcess(
    () => false,
    () => delay(20),
  );
  expect(await createStopMedications(slow, 1)({ commandId: randomUUID(), actor })).toMatchObject({ complete: false });
  await createStopMedications(openProcess())({ commandId: randomUUID(), actor });
  expect(await stopsIn(admission)).toBe(1);
});

test('a run reads only the events since the last run', async () => {
  const stop = (looked: string[]) => {
    const parts = openProcess();
    const handle: Handle = (intent) => {
      looked.push(intent.id);
      return parts.handle(intent);
    };
    return createStopMedications({ ...parts, handle })({ commandId: randomUUID(), actor });
  };
  await stop([]);
  const news = await closed();
  const looked: string[] = [];
  expect(await stop(looked)).toMatchObject({ stopped: 1 });
  expect(looked).toEqual([news]);
});

test('a discharge during a run is not missed, by this run or the next', async () => {
  const admission = await ward.otherChart();
  const stream = `admission-${admission._id}`;
  await ward.mona.post(`/api/admissions/${admission._id}/medications`, {
    drug: ward.drug.tradeLabels[0]!._id,
    startDate: '2025-03-02',
  });
  const parts = openProcess();
  const log: EventLog = {
    ...environment.log,
    // The discharge comes right after the command for the medication, and before the end of the log.
    async *follow(options) {
      for await (const event of environment.log.follow({ ...options, onCaughtUp: () => undefined })) {
        yield event;
        if (event.stream !== stream) continue;
        if (event.type === 'AdmissionMedicationAdded')
          await ward.mona.put(`/api/admissions/${admission._id}/edit`, {
            dischargeDate: '2025-03-09',
            dischargeStatus: 0,
          });
        if (event.type === 'PatientDischarged') options.onCaughtUp?.();
      }
    },
  };
  expect(await createStopMedications({ ...parts, log })({ commandId: randomUUID(), actor })).toEqual({
    stopped: 1,
    admissions: 1,
    complete: true,
  });
  expect(await stopsIn(admission._id)).toBe(1);
});

test('an admission that cannot be read is passed over', async () => {
  await environment.spoil('admission-spoilt', 'PatientDischarged', ward.patient._id);
  const admission = await closed();
  expect(await createStopMedications(openProcess())({ commandId: randomUUID(), actor })).toEqual({
    stopped: 1,
    admissions: 1,
    complete: true,
  });
  expect(await stopsIn(admission)).toBe(1);
});

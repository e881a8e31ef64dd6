/** The log was copied to another server: every position differs, every event is the same. */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { registerOnPatient } from '../../commands/admit-patient.ts';
import { calendarDate } from 'language/domain/values/calendar-date';
import type { Patient } from 'language/contract/entities';
import type { Actor } from 'language/domain/command';
import { appendSystemEvents, copyLog } from 'service-kit/event-log/testing';
import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { createHandle } from '../../commands/handle.ts';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { startTestEnvironment, openWard, type TestEnvironment, type Ward } from '../../testing/test-environment.ts';

const PATIENTLY = { timeout: 30_000, interval: 100 };
/** Events of the server itself: enough that the positions of the two logs do not overlap. */
const MANY = 400;

let environment: TestEnvironment;
let other: Installation;
afterEach(async () => {
  await environment.stop();
  await other.stop();
});

const sealedTo = async (stream: string): Promise<number | undefined> =>
  (
    await environment.pool.query<{ revision: number }>(
      'select revision::int from accounts.sealed_stream where stream = $1',
      [stream],
    )
  ).rows[0]?.revision;
const stopClosed = async (ward: Ward): Promise<unknown> =>
  (await ward.admin.post('/api/admissions/stopMedication', {})).body;

/** A patient who is admitted, gets a medication, and is discharged while it is open. */
async function discharged(ward: Ward): Promise<string> {
  const body = await ward.otherChart();
  await ward.mona.post(`/api/admissions/${body._id}/medications`, {
    drug: ward.drug.tradeLabels[0]!._id,
    startDate: '2025-03-02',
  });
  await ward.mona.put(`/api/admissions/${body._id}/edit`, { dischargeDate: '2025-03-09', dischargeStatus: 0 });
  return body._id;
}

/** The first step of a new patient's admission whose process then died. @returns the stream of the second step */
async function cutOff(ward: Ward): Promise<string> {
  const facts = { team: ward.team._id, firstName: 'Hala', birthdate: '1950-01-01' };
  const { body: patient } = await ward.mona.post<Patient>('/api/patients', facts);
  const admissionId = `cut-off-${randomUUID()}`;
  const actor: Actor = {
    id: ward.omar.me._id,
    isMember: true,
    isTeamAdmin: false,
    canEdit: true,
    isPhysic: false,
    isAdminAccount: false,
  };
  const payload = { admissionId, admissionDate: calendarDate('2025-04-01'), admissionDetails: '<p>cut off</p>' };
  const parts = { folds: createFoldCaches(environment.log), handle: createHandle(environment.log, 'Africa/Cairo') };
  await registerOnPatient(parts, {
    commandId: randomUUID(),
    patientId: patient._id,
    payload,
    actor: async () => actor,
  });
  return `admission-${admissionId}`;
}

test.each([
  ['smaller', MANY, 0],
  ['larger', 0, MANY],
])(
  'after a copy to %s positions second steps, seals and the stopping of medications resume',
  async (_which, before, after) => {
    environment = await startTestEnvironment();
    other = await freshInstallation();
    await appendSystemEvents(environment.installation.eventstoreUrl, before);
    await appendSystemEvents(other.eventstoreUrl, after);
    const ward = await openWard(environment);
    const first = await discharged(ward);
    expect(await stopClosed(ward)).toMatchObject({ stopped: 1, complete: true });
    const completed = await cutOff(ward);
    await expect.poll(async () => (await environment.events(completed)).length, PATIENTLY).toBe(1);
    const { revision: last } = (await environment.events(`admission-${first}`)).at(-1)!;
    await expect.poll(() => sealedTo(`admission-${first}`), PATIENTLY).toBe(Number(last));
    await expect.poll(() => sealedTo(completed), PATIENTLY).toBe(0);

    await copyLog(environment.installation.eventstoreUrl, other.eventstoreUrl);
    await environment.restartOn(other.eventstoreUrl);

    const second = await discharged(ward);
    expect(await stopClosed(ward)).toMatchObject({ stopped: 1, admissions: 1, complete: true });
    expect((await environment.events(`admission-${second}`)).at(-1)).toMatchObject({
      type: 'AdmissionMedicationStopped',
    });
    const stream = await cutOff(ward);
    await expect
      .poll(async () => (await environment.events(stream)).map(({ type }) => type), PATIENTLY)
      .toEqual(['PatientAdmitted']);
    await expect.poll(() => sealedTo(stream), PATIENTLY).toBe(0);
    await expect
      .poll(() => sealedTo(`admission-${second}`), PATIENTLY)
      .toBe(Number((await environment.events(`admission-${second}`)).at(-1)?.revision));
    // Earlier work is not repeated.
    expect((await environment.events(completed)).map(({ type }) => type)).toEqual(['PatientAdmitted']);
    expect((await environment.events(`admission-${first}`)).at(-1)?.revision).toBe(last);
    expect(await environment.send('GET', '/api/ready')).toMatchObject({
      status: 200,
      body: { checks: { followers: { ok: true } } },
    });
  },
  120_000,
);

test('followers whose stored place has no event start from the beginning', async () => {
  environment = await startTestEnvironment();
  other = await freshInstallation();
  const ward = await openWard(environment);
  const stream = await cutOff(ward);
  await expect.poll(async () => (await environment.events(stream)).length, PATIENTLY).toBe(1);
  // As an older version stored them, of a much longer log.
  await environment.pool.query(
    `update accounts.follower_position set commit_position = 1000000, prepare_position = 1000000,
       stream = null, revision = null, event_id = null`,
  );
  await environment.pool.query(
    `update accounts.seal_position set commit_position = 1000000, prepare_position = 1000000,
       event_commit_position = default, event_prepare_position = default`,
  );
  await environment.restartOn(environment.installation.eventstoreUrl);
  const next = await cutOff(ward);
  await expect
    .poll(async () => (await environment.events(next)).map(({ type }) => type), PATIENTLY)
    .toEqual(['PatientAdmitted']);
  await expect.poll(() => sealedTo(next), PATIENTLY).toBe(0);
  expect(await environment.events(stream)).toHaveLength(1);
}, 60_000);

/** The log has been carried to another server: every position is another one, every event is the same. */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { registerOnPatient } from '../commands/admit-patient.ts';
import type { Admission } from '../contract/entities.ts';
import { calendarDate } from '../domain/calendar-date.ts';
import type { Actor } from '../domain/command.ts';
import { appendOfTheServer, copyLog } from 'service-kit/event-log/testing';
import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { createHandle } from '../commands/handle.ts';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { openHospital, openWard, type Hospital, type Ward } from '../testing/hospital.ts';

const PATIENTLY = { timeout: 30_000, interval: 100 };
/** Of the server's own: enough that no position of one log is one of the other's last. */
const MANY = 400;

let hospital: Hospital;
let other: Installation;
afterEach(async () => {
  await hospital.stop();
  await other.stop();
});

const sealedTo = async (stream: string): Promise<number | undefined> =>
  (
    await hospital.pool.query<{ revision: number }>(
      'select revision::int from accounts.sealed_stream where stream = $1',
      [stream],
    )
  ).rows[0]?.revision;
const stopClosed = async (ward: Ward): Promise<unknown> =>
  (await ward.admin.post('/api/admissions/stopMedication', {})).body;

/** Admitted, given a medication, and discharged while it is taken. */
async function discharged(ward: Ward): Promise<string> {
  const { body } = await ward.mona.post<Admission>('/api/admissions', {
    patient: ward.patient._id,
    admissionDate: '2025-03-01',
  });
  await ward.mona.post(`/api/admissions/${body._id}/medications`, {
    drug: ward.drug.tradeLabels[0]!._id,
    startDate: '2025-03-02',
  });
  await ward.mona.put(`/api/admissions/${body._id}/edit`, { dischargeDate: '2025-03-09', dischargeStatus: 0 });
  return body._id;
}

/** The first half of an admission, whose process then died. @returns the stream of the second half */
async function cutOff(ward: Ward): Promise<string> {
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
  const parts = { folds: createFoldCaches(hospital.log), handle: createHandle(hospital.log, 'Africa/Cairo') };
  await registerOnPatient(parts, {
    commandId: randomUUID(),
    patientId: ward.patient._id,
    payload,
    actor: async () => actor,
  });
  return `admission-${admissionId}`;
}

test.each([
  ['smaller', MANY, 0],
  ['larger', 0, MANY],
])(
  'to %s positions: second steps, seals and the stopping of medications go on where they were',
  async (_which, before, after) => {
    hospital = await openHospital();
    other = await freshInstallation();
    await appendOfTheServer(hospital.installation.eventstoreUrl, before);
    await appendOfTheServer(other.eventstoreUrl, after);
    const ward = await openWard(hospital);
    const first = await discharged(ward);
    expect(await stopClosed(ward)).toMatchObject({ stopped: 1, complete: true });
    const completed = await cutOff(ward);
    await expect.poll(async () => (await hospital.events(completed)).length, PATIENTLY).toBe(1);
    const { revision: last } = (await hospital.events(`admission-${first}`)).at(-1)!;
    await expect.poll(() => sealedTo(`admission-${first}`), PATIENTLY).toBe(Number(last));
    await expect.poll(() => sealedTo(completed), PATIENTLY).toBe(0);

    await copyLog(hospital.installation.eventstoreUrl, other.eventstoreUrl);
    await hospital.restartOn(other.eventstoreUrl);

    const second = await discharged(ward);
    expect(await stopClosed(ward)).toMatchObject({ stopped: 1, admissions: 1, complete: true });
    expect((await hospital.events(`admission-${second}`)).at(-1)).toMatchObject({ type: 'AdmissionMedicationStopped' });
    const stream = await cutOff(ward);
    await expect
      .poll(async () => (await hospital.events(stream)).map(({ type }) => type), PATIENTLY)
      .toEqual(['PatientAdmitted']);
    await expect.poll(() => sealedTo(stream), PATIENTLY).toBe(0);
    await expect
      .poll(() => sealedTo(`admission-${second}`), PATIENTLY)
      .toBe(Number((await hospital.events(`admission-${second}`)).at(-1)?.revision));
    // What was done before is not done again.
    expect((await hospital.events(completed)).map(({ type }) => type)).toEqual(['PatientAdmitted']);
    expect((await hospital.events(`admission-${first}`)).at(-1)?.revision).toBe(last);
    expect(await hospital.send('GET', '/api/ready')).toMatchObject({
      status: 200,
      body: { checks: { followers: { ok: true } } },
    });
  },
  120_000,
);

test('followers whose places were kept without an event begin from the start', async () => {
  hospital = await openHospital();
  other = await freshInstallation();
  const ward = await openWard(hospital);
  const stream = await cutOff(ward);
  await expect.poll(async () => (await hospital.events(stream)).length, PATIENTLY).toBe(1);
  // As an older version leaves them behind, of a log that was much longer.
  await hospital.pool.query(
    `update accounts.follower_position set commit_position = 1000000, prepare_position = 1000000, stream = null, revision = null, event_id = null`,
  );
  await hospital.pool.query(
    `update accounts.seal_position set commit_position = 1000000, prepare_position = 1000000, event_commit_position = default, event_prepare_position = default`,
  );
  await hospital.restartOn(hospital.installation.eventstoreUrl);
  const next = await cutOff(ward);
  await expect
    .poll(async () => (await hospital.events(next)).map(({ type }) => type), PATIENTLY)
    .toEqual(['PatientAdmitted']);
  await expect.poll(() => sealedTo(next), PATIENTLY).toBe(0);
  expect(await hospital.events(stream)).toHaveLength(1);
}, 60_000);

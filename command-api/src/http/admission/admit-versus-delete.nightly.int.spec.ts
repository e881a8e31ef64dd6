import { eventsWithPrefix } from 'service-kit/event-log/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventMetadata } from 'language/domain/command';
import type { Admission, Answer, Patient } from 'language/contract/entities';
import { startTestEnvironment, openWard, type TestEnvironment, type Ward } from '../../testing/test-environment.ts';
import { RACE_COUNT, races, type TwoProcesses, withSecondProcess } from '../../testing/second-process.ts';

let environment: TestEnvironment;
let ward: Ward;
let processes: TwoProcesses;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
  processes = await withSecondProcess(environment);
});
afterAll(() => environment.stop());

const typesOf = async (stream: string): Promise<string[]> => (await environment.events(stream)).map(({ type }) => type);

test(`${RACE_COUNT} races of an admission and its patient's deletion admit no deleted patient`, async () => {
  const deleted = new Set<string>();
  const admitted = new Set<string>();
  await races(RACE_COUNT, async (n) => {
    const registered = await processes.ask<Patient>(n, ward.mona, 'POST', '/api/patients', {
      team: ward.team._id,
      firstName: `مريض ${n}`,
      birthdate: '1960-01-01',
    });
    expect(registered.status).toBe(201);
    const { _id } = registered.body;
    // The process that registered the patient has the stream in its cache and is faster, so the two commands alternate
    // between the processes.
    const which = n >> 1;
    const [admission, deletion] = await Promise.all([
      processes.ask<Answer<Admission>>(which, ward.omar, 'POST', '/api/admissions', {
        patient: _id,
        admissionDate: '2025-03-01',
      }),
      processes.ask(which + 1, ward.mona, 'DELETE', `/api/patients/${_id}`),
    ]);
    if (deletion.status === 200) {
      deleted.add(_id);
      expect(admission).toEqual({ status: 404, body: { message: 'Not found', code: 'notFound', reason: 'not-found' } });
      expect(await typesOf(`patient-${_id}`)).toEqual(['PatientRegistered', 'PatientDeleted']);
    } else {
      admitted.add(_id);
      expect(deletion).toEqual({
        status: 409,
        body: {
          message: 'This patient has admissions and cannot be deleted',
          code: 'conflict',
          reason: 'patient-has-admissions',
        },
      });
      expect(admission.status).toBe(201);
      expect(await typesOf(`patient-${_id}`)).toEqual(['PatientRegistered', 'AdmissionRegistered']);
      expect(await typesOf(admission.body.stream)).toEqual(['PatientAdmitted']);
    }
  });
  process.stdout.write(
    `${RACE_COUNT} races of two processes: the admission won ${admitted.size}, the deletion ${deleted.size}\n`,
  );
  expect(admitted.size + deleted.size).toBe(RACE_COUNT);
  // Both outcomes occur, or it was no race.
  expect(Math.min(admitted.size, deleted.size)).toBeGreaterThan(0);

  // The whole log: each admission is registered on its patient's stream, and no deleted patient has one.
  const inLog = new Set<string>();
  for (const { type, metadata } of await eventsWithPrefix(environment.log, 'admission-'))
    if (type === 'PatientAdmitted') inLog.add((metadata as EventMetadata).patientId ?? '');
  inLog.delete(ward.patient._id);
  expect(inLog).toEqual(admitted);
  const { rows } = await environment.pool.query<{ patient_id: string }>(
    'select patient_id from accounts.patient_key where wrapped_key is null',
  );
  expect(new Set(rows.map((row) => row.patient_id))).toEqual(deleted);
}, 600_000);

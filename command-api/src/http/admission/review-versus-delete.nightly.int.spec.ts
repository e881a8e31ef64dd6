import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Admission, Patient } from 'language/contract/entities';
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

/**
 * The outcome of one race, from the answers and the log. The process that admitted the patient has the stream in its
 * cache and is faster, so the two commands alternate between the processes.
 */
async function race(n: number, patient: string): Promise<'review' | 'deletion'> {
  const { body: admission } = await ward.mona.post<Admission>('/api/admissions', {
    patient,
    admissionDate: '2025-03-01',
  });
  const [review, deletion] = await Promise.all([
    processes.ask(n, ward.mona, 'POST', '/api/reviews/addReview', {
      admissionId: admission._id,
      reviewDate: '2025-03-02',
      clinicalNote: '<p>round</p>',
    }),
    processes.ask(n + 1, ward.mona, 'DELETE', `/api/admissions/${admission._id}`),
  ]);
  const types = (await environment.events(`admission-${admission._id}`)).map(({ type }) => type);
  if (deletion.status === 200) {
    expect(review.status).toBe(404);
    expect(types).toEqual(['PatientAdmitted', 'AdmissionDeleted']);
    return 'deletion';
  }
  expect(deletion).toEqual({
    status: 409,
    body: {
      message: 'This admission has reviews and cannot be deleted',
      code: 'conflict',
      reason: 'admission-has-reviews',
    },
  });
  expect(review.status).toBe(201);
  expect(types).toEqual(['PatientAdmitted', 'ReviewAdded']);
  return 'review';
}

test(`${RACE_COUNT} races of a review and the deletion of its admission: one of the two wins, never both`, async () => {
  const won = { review: 0, deletion: 0 };
  const patients: string[] = [];
  for (let n = 0; n < RACE_COUNT; n += 1) {
    patients.push(
      (
        await ward.mona.post<Patient>('/api/patients', {
          team: ward.team._id,
          firstName: `مريض ${n}`,
          birthdate: '1960-01-01',
        })
      ).body._id,
    );
  }
  await races(RACE_COUNT, async (n) => {
    won[await race(n, patients[n]!)] += 1;
  });
  const bound = { registered: 0, unregistered: 0 };
  for (const patient of patients) {
    const types = (await environment.events(`patient-${patient}`)).map(({ type }) => type);
    bound.registered += types.filter((type) => type === 'AdmissionRegistered').length;
    bound.unregistered += types.filter((type) => type === 'AdmissionUnregistered').length;
  }
  process.stdout.write(
    `${RACE_COUNT} races of two processes: the review won ${won.review}, the deletion ${won.deletion}; ` +
      `patients freed of ${bound.unregistered} of ${bound.registered} admissions\n`,
  );
  expect(won.review + won.deletion).toBe(RACE_COUNT);
  expect(bound).toEqual({ registered: RACE_COUNT, unregistered: won.deletion });
  // Both outcomes occur, or it was no race.
  expect(Math.min(won.review, won.deletion)).toBeGreaterThan(0);
}, 600_000);

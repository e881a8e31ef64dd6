import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Admission, Patient } from '../contract/entities.ts';
import { openHospital, openWard, type Hospital, type Ward } from '../testing/hospital.ts';

const ADMISSIONS = 1_000;
const AT_ONCE = 8;

let hospital: Hospital;
let ward: Ward;
/** A second process of the service, as far as the log can tell: within one, commands on a stream wait in line and would never meet. */
let other: string;
beforeAll(async () => {
  hospital = await openHospital();
  ward = await openWard(hospital);
  other = await hospital.another();
});
afterAll(() => hospital.stop());

/** At one of the two processes, as Mona. */
async function ask(url: string, method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: `bearer ${ward.mona.me.token}`, 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, body: await answer.json() };
}

/**
 * What came of one race, as the answers and the log tell it. The process that has admitted the patient remembers the stream and is
 * sooner: the two take turns in that.
 */
async function race(patient: string, n: number): Promise<'review' | 'deletion'> {
  const { body: admission } = await ward.mona.post<Admission>('/api/admissions', { patient, admissionDate: '2025-03-01' });
  const [forReview, forDeletion] = n % 2 === 0 ? [hospital.url, other] : [other, hospital.url];
  const [review, deletion] = await Promise.all([
    ask(forReview, 'POST', '/api/reviews/addReview', { admissionId: admission._id, reviewDate: '2025-03-02', clinicalNote: '<p>round</p>' }),
    ask(forDeletion, 'DELETE', `/api/admissions/${admission._id}`),
  ]);
  const types = (await hospital.events(`admission-${admission._id}`)).map(({ type }) => type);
  if (deletion.status === 200) {
    expect(review.status).toBe(404);
    expect(types).toEqual(['PatientAdmitted', 'AdmissionDeleted']);
    return 'deletion';
  }
  expect(deletion).toEqual({ status: 409, body: { message: 'This admission has reviews and cannot be deleted', code: 'conflict' } });
  expect(review.status).toBe(201);
  expect(types).toEqual(['PatientAdmitted', 'ReviewAdded']);
  return 'review';
}

test(
  'a review and the deletion of its admission at the same time, a thousand times: one of the two, never both',
  async () => {
    const won = { review: 0, deletion: 0 };
    const bound = { registered: 0, unregistered: 0 };
    let begun = 0;
    const lane = async (_: unknown, n: number): Promise<void> => {
      const { body: patient } = await ward.mona.post<Patient>('/api/patients', { team: ward.team._id, firstName: `مريض ${n}`, birthdate: '1960-01-01' });
      while (begun < ADMISSIONS) {
        begun += 1;
        won[await race(patient._id, begun)] += 1;
      }
      const types = (await hospital.events(`patient-${patient._id}`)).map(({ type }) => type);
      bound.registered += types.filter((type) => type === 'AdmissionRegistered').length;
      bound.unregistered += types.filter((type) => type === 'AdmissionUnregistered').length;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    process.stdout.write(`${ADMISSIONS} races of two processes: the review won ${won.review}, the deletion ${won.deletion}; patients freed of ${bound.unregistered} of ${bound.registered} admissions\n`);
    expect(won.review + won.deletion).toBe(ADMISSIONS);
    expect(bound).toEqual({ registered: ADMISSIONS, unregistered: won.deletion });
    // Both happen: otherwise nothing has been raced.
    expect(Math.min(won.review, won.deletion)).toBeGreaterThan(0);
  },
  600_000,
);

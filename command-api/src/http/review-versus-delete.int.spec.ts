import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandApi, startCommandApi } from '../command-api.ts';
import type { Admission, Patient } from '../contract/entities.ts';
import { createLogger } from '../service/log.ts';
import { settings } from '../settings.ts';
import { openHospital, openWard, type Hospital, type Ward } from '../testing/hospital.ts';

const ADMISSIONS = 1_000;
const AT_ONCE = 8;

let hospital: Hospital;
let ward: Ward;
/** A second process of the service, as far as the log can tell: within one, commands on a stream wait in line and would never meet. */
let other: CommandApi;
beforeAll(async () => {
  hospital = await openHospital();
  ward = await openWard(hospital);
  const { databaseUrl, eventstoreUrl, masterKey } = hospital.installation;
  const values = { PORT: '0', DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventstoreUrl, MASTER_KEY: masterKey, DATA_DIR: hospital.dataDir, CAPTCHA: 'off', RATE_LIMIT: 'off' };
  other = await startCommandApi(settings.read(values), createLogger('command-api', 'silent'));
});
afterAll(async () => {
  await other.stop();
  await hospital.stop();
});

/** What came of one race, as the answers and the log tell it. */
async function race(patient: string): Promise<'review' | 'deletion'> {
  const { body: admission } = await ward.mona.post<Admission>('/api/admissions', { patient, admissionDate: '2025-03-01' });
  const headers = { authorization: `bearer ${ward.omar.me.token}` };
  const [review, deletion] = await Promise.all([
    ward.mona.post('/api/reviews/addReview', { admissionId: admission._id, reviewDate: '2025-03-02', clinicalNote: '<p>round</p>' }),
    fetch(`http://127.0.0.1:${other.port}/api/admissions/${admission._id}`, { method: 'DELETE', headers }).then(async (answer) => ({ status: answer.status, body: await answer.json() })),
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
        won[await race(patient._id)] += 1;
      }
      const types = (await hospital.events(`patient-${patient._id}`)).map(({ type }) => type);
      bound.registered += types.filter((type) => type === 'AdmissionRegistered').length;
      bound.unregistered += types.filter((type) => type === 'AdmissionUnregistered').length;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    console.info(`${ADMISSIONS} races of two processes: the review won ${won.review}, the deletion ${won.deletion}; patients freed of ${bound.unregistered} of ${bound.registered} admissions`);
    expect(won.review + won.deletion).toBe(ADMISSIONS);
    expect(bound).toEqual({ registered: ADMISSIONS, unregistered: won.deletion });
    // Both happen: otherwise nothing has been raced.
    expect(Math.min(won.review, won.deletion)).toBeGreaterThan(0);
  },
  600_000,
);

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Admission, Answer, Patient, Team } from 'language/contract/entities';
import { startTestEnvironment, openWard, type TestEnvironment, type Ward } from '../../testing/test-environment.ts';
import { RACE_COUNT, races, type TwoProcesses, withSecondProcess } from '../../testing/second-process.ts';

/** A race begins with a patient, an admission and an offer of its own. */
const COUNT = Math.ceil(RACE_COUNT / 5);
/** These two are no races, so that both outcomes occur among few. */
const [ADDED_FIRST, ACCEPTED_FIRST] = [0, 1];

let environment: TestEnvironment;
let ward: Ward;
let other: Team;
let processes: TwoProcesses;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
  other = (await ward.sami.post<Team>('/api/teams', { name: 'Ward 7', specialty: 1, about: '' })).body;
  await ward.sami.put(`/api/teams/${other._id}/edit`, { receivesTransfers: true });
  processes = await withSecondProcess(environment);
});
afterAll(() => environment.stop());

/** The outcome of one race, from the answers and the log. The two commands alternate between the processes. */
async function race(n: number): Promise<'review' | 'transfer'> {
  const { body: patient } = await ward.mona.post<Patient>('/api/patients', {
    team: ward.team._id,
    firstName: `مريض ${n}`,
    birthdate: '1960-01-01',
  });
  const { body: admission } = await ward.mona.post<Admission>('/api/admissions', {
    patient: patient._id,
    admissionDate: '2025-03-01',
  });
  const path = `/api/admissions/${admission._id}/transfer`;
  const { transfer } = (await ward.mona.post<Answer<Admission>>(path, { toTeam: other._id })).body;
  const add = () =>
    processes.ask(n, ward.omar, 'POST', '/api/reviews/addReview', {
      admissionId: admission._id,
      reviewDate: '2025-03-02',
      drugErrs: [ward.entry()],
    });
  const accept = () => processes.ask(n + 1, ward.sami, 'PUT', `${path}/accept`, { offer: transfer?.offer });
  const adding = n === ACCEPTED_FIRST ? undefined : add();
  if (n === ADDED_FIRST) await adding;
  const accepted = await accept();
  const review = await (adding ?? add());
  expect(accepted.status).toBe(200);
  const events = await environment.events(`admission-${admission._id}`);
  const teams = events.map(({ type, metadata }) => `${type} ${metadata.teamId === other._id ? 'new' : 'old'}`);
  expect(
    (await environment.events(`patient-${patient._id}`)).filter(({ type }) => type === 'PatientTransferred').length,
  ).toBe(1);
  if (review.status === 201) {
    expect(teams.slice(2)).toEqual(['ReviewAdded old', 'TransferAccepted new']);
    return 'review';
  }
  expect(review).toMatchObject({ status: 403, body: { reason: 'admission-transferred' } });
  expect(teams.slice(2)).toEqual(['TransferAccepted new']);
  return 'transfer';
}

test(`${COUNT} races of an entry and a transfer: the entry is of the old team before it, or refused after it`, async () => {
  const won = { review: 0, transfer: 0 };
  await races(COUNT, async (n) => {
    won[await race(n)] += 1;
  });
  process.stdout.write(
    `${COUNT} races of two processes: the entry came first ${won.review} times, the transfer ${won.transfer}\n`,
  );
  expect(won.review + won.transfer).toBe(COUNT);
  // Both outcomes occur, or it was no race.
  expect(Math.min(won.review, won.transfer)).toBeGreaterThan(0);
}, 600_000);

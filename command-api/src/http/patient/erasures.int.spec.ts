import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Admission, Answer, Patient, PhysicianNote, Review } from 'language/contract/entities';
import type { ErasureAnswer } from 'language/contract/erasures';
import {
  type Caller,
  key,
  openWard,
  startTestEnvironment,
  type TestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

const CANARY = 'كناري-7f3a';
const reason = `${CANARY}: they asked for it in writing`;

/** A patient with an open admission, a review and a note. */
async function charted(): Promise<{ patient: Patient; admission: Admission; review: Answer<Review> }> {
  const { mona, hany, team } = ward;
  const { body: patient } = await mona.post<Patient>('/api/patients', {
    team: team._id,
    firstName: CANARY,
    birthdate: '1960-02-29',
  });
  const { body: admission } = await mona.post<Admission>('/api/admissions', {
    patient: patient._id,
    team: team._id,
    admissionDate: '2025-03-01',
    admissionDetails: `<p>${CANARY}</p>`,
  });
  const { body: review } = await mona.post<Answer<Review>>('/api/reviews/addReview', {
    admissionId: admission._id,
    reviewDate: '2025-03-02',
    clinicalNote: `<p>${CANARY}</p>`,
    drugErrs: [ward.entry({ errNote: `<p>${CANARY}</p>`, drugTags: [{ name: 'renal' }] })],
  });
  const note = await hany.post<PhysicianNote>('/api/physicNotes/addphysicNote', {
    admissionId: admission._id,
    noteDate: '2025-03-02',
    note: `<p>${CANARY}</p>`,
  });
  expect(note.status).toBe(201);
  return { patient, admission, review };
}

/** The number of events of all that goes: `version` of the query API's answer. */
async function versionOf({ patient, admission }: Awaited<ReturnType<typeof charted>>): Promise<string> {
  const streams = await Promise.all(
    [`patient-${patient._id}`, `admission-${admission._id}`].map((stream) => environment.events(stream)),
  );
  return String(streams.flat().length);
}
const path = (patient: Patient, what = ''): string => `/api/patients/${patient._id}/erasure${what}`;
const ask = (caller: Caller, patient: Patient) =>
  caller.post<ErasureAnswer>(path(patient), { category: 'wish', reason });

test('two people erase a patient with an open admission, a review and a note', async () => {
  const { mona, omar, team } = ward;
  const all = await charted();
  const { patient, admission, review } = all;
  expect(await ask(omar, patient)).toMatchObject({ status: 201, body: { _id: patient._id, team: team._id } });
  expect(await ask(mona, patient)).toMatchObject({ status: 409, body: { reason: 'erasure-asked-already' } });
  expect(await mona.put(path(patient, '/agree'), {})).toMatchObject({
    status: 400,
    body: { reason: 'erasure-not-looked-at' },
  });

  const looked = await versionOf(all);
  const entry = await mona.post(`/api/reviews/addRevMed/${review._id}`, {
    reviewId: review._id,
    drugErr: ward.entry({ errNote: `<p>${CANARY}</p>` }),
  });
  expect(entry.status).toBe(201);
  expect(await mona.put(path(patient, '/agree'), {}, { 'if-match': looked })).toMatchObject({
    status: 409,
    body: { reason: 'erasure-changed-since' },
  });

  const headers = { ...key(), 'if-match': await versionOf(all) };
  const agreed = await mona.put<ErasureAnswer>(path(patient, '/agree'), {}, headers);
  expect(agreed).toMatchObject({ status: 200, body: { _id: patient._id, team: team._id } });
  expect(await mona.put(path(patient, '/agree'), {}, headers)).toMatchObject({ status: 200, body: agreed.body });

  const ofPatient = () => environment.events(`patient-${patient._id}`);
  // A process forgets a destroyed key within a second.
  await expect
    .poll(async () => (await ofPatient()).slice(-3).map(({ type, unreadable }) => [type, unreadable]))
    .toEqual([
      ['PatientErasureRequested', true],
      ['PatientErasureAgreed', false],
      ['PatientDeleted', false],
    ]);
  expect((await ofPatient()).at(-2)?.data).toMatchObject({ category: 'wish', requestedBy: omar.me._id });
  const last = (await environment.events(`admission-${admission._id}`)).at(-1);
  expect(last).toMatchObject({ type: 'AdmissionErased', unreadable: false, metadata: { actorId: mona.me._id } });
  expect(last?.data).toMatchObject({
    patientId: patient._id,
    teamId: team._id,
    reviews: [{ number: 0, teamId: team._id, reviewDate: '2025-03-02', authorId: mona.me._id }],
    errors: [
      { errType: ward.errType, drugTags: [{ name: 'renal' }] },
      { errType: ward.errType, drugTags: [{ name: 'Anticoagulant' }] },
    ],
  });
  const { rows } = await environment.pool.query('select wrapped_key from accounts.patient_key where patient_id = $1', [
    patient._id,
  ]);
  expect(rows).toEqual([{ wrapped_key: null }]);
});

test('what is written beside an erasure is refused with a sentence, also in another process', async () => {
  const { mona, omar, hany, team } = ward;
  const all = await charted();
  const { patient, admission, review } = all;
  const another = await environment.another();
  await ask(omar, patient);
  const elsewhere = (method: string, at: string, body: unknown) =>
    fetch(another + at, {
      method,
      headers: { authorization: `bearer ${omar.me.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const first = await elsewhere('PUT', `/api/patients/${patient._id}/edit`, { lastName: 'x' });
  expect(first.status).toBe(200);
  expect((await mona.put(path(patient, '/agree'), {}, { 'if-match': await versionOf(all) })).status).toBe(200);
  const refused = { status: 409, body: { reason: 'patient-is-erased' } };
  expect(
    await mona.put(`/api/reviews/updateRevHead/${review._id}`, {
      reviewDate: '2025-03-02',
      clinicalNote: '<p>typed meanwhile</p>',
    }),
  ).toMatchObject(refused);
  expect(await omar.put(`/api/patients/${patient._id}/edit`, { lastName: 'y' })).toMatchObject(refused);
  expect(
    await mona.post('/api/admissions', { patient: patient._id, team: team._id, admissionDate: '2025-03-05' }),
  ).toMatchObject(refused);
  expect(
    await hany.post('/api/physicNotes/addphysicNote', {
      admissionId: admission._id,
      noteDate: '2025-03-02',
      note: '<p>x</p>',
    }),
  ).toMatchObject(refused);
  const answer = await elsewhere('PUT', `/api/patients/${patient._id}/edit`, { lastName: 'z' });
  expect([answer.status, await answer.json()]).toMatchObject([409, { reason: 'patient-is-erased' }]);
});

describe('the two people', () => {
  test('the admin account agrees for a team that it is not in, and may not ask', async () => {
    const { mona, admin } = ward;
    const all = await charted();
    expect(await ask(admin, all.patient)).toMatchObject({ status: 404 });
    await ask(mona, all.patient);
    const looked = { 'if-match': await versionOf(all) };
    expect(await mona.put(path(all.patient, '/agree'), {}, looked)).toMatchObject({
      status: 409,
      body: { reason: 'erasure-by-same-person' },
    });
    expect(await admin.put(path(all.patient, '/agree'), {}, looked)).toMatchObject({ status: 200 });
  });

  test("the admin account names the patient's team, or none", async () => {
    const all = await charted();
    await ask(ward.omar, all.patient);
    const looked = { 'if-match': await versionOf(all) };
    const otherTeam = { ...looked, team: 'another-team' };
    for (const answer of ['/agree', '/refuse'])
      expect([answer, (await ward.admin.put(path(all.patient, answer), {}, otherTeam)).status]).toEqual([answer, 403]);
    expect(await ward.admin.put(path(all.patient, '/refuse'), {}, { ...looked, team: all.patient.team })).toMatchObject(
      { status: 200 },
    );
  });

  test('no one outside the team agrees to it or refuses it', async () => {
    const all = await charted();
    await ask(ward.omar, all.patient);
    const headers = { 'if-match': await versionOf(all) };
    for (const answer of ['/agree', '/refuse'])
      expect([answer, (await ward.sami.put(path(all.patient, answer), {}, headers)).status]).toEqual([answer, 404]);
    expect((await environment.events(`patient-${all.patient._id}`)).at(-1)?.type).toBe('PatientErasureRequested');
  });

  test('a request is withdrawn by the person who asked, and refused by a team admin or the admin account', async () => {
    const { mona, omar, hany, sami, admin } = ward;
    const { patient } = await charted();
    await ask(omar, patient);
    expect(await mona.delete(path(patient))).toMatchObject({ status: 403 });
    expect(await omar.delete(path(patient))).toMatchObject({ status: 200 });
    expect(await omar.delete(path(patient))).toMatchObject({ status: 409, body: { reason: 'no-erasure-asked' } });
    for (const caller of [mona, admin]) {
      await ask(omar, patient);
      for (const other of [omar, hany])
        expect(await other.put(path(patient, '/refuse'), {})).toMatchObject({ status: 403 });
      expect(await sami.put(path(patient, '/refuse'), {})).toMatchObject({ status: 404 });
      expect(await caller.put(path(patient, '/refuse'), {})).toMatchObject({ status: 200 });
    }
  });
  test('the admin account needs the second factor that the installation requires', async () => {
    const strict = await startTestEnvironment({ SECOND_FACTOR: 'required' });
    try {
      const admin = await strict.signUp('Admin');
      const append = (stream: string, type: string, data: object) =>
        strict.log.append(stream, 'no_stream', [
          {
            id: randomUUID(),
            type,
            data,
            metadata: {
              commandId: randomUUID(),
              command: 'Spec',
              actorId: 'u-1',
              occurredAt: '2026-03-01T00:00:00.000Z',
              schemaVersion: 1,
              teamId: 't-1',
              patientId: 'p-1',
            },
          },
        ]);
      await append('team-t-1', 'TeamCreated', {
        name: 'ICU',
        specialty: 1,
        about: '',
        adminId: 'u-1',
        adminEmail: 'mona@hospital.test',
      });
      const names = { firstName: 'x', middleName: '', lastName: '', fourthName: '' };
      const facts = { ...names, birthdate: '1990-01-01', medicalRecordNumber: '' };
      await append('patient-p-1', 'PatientRegistered', { teamId: 't-1', ...facts });
      expect(await admin.put('/api/patients/p-1/erasure/refuse', {})).toMatchObject({
        status: 403,
        body: { reason: 'second-factor-required' },
      });
    } finally {
      await strict.stop();
    }
  });
});

test('patients who were merged into the patient go with the patient, each with its key', async () => {
  const { mona, omar, team } = ward;
  const [all, duplicate] = [await charted(), await charted()];
  const merge = await mona.post(`/api/patients/${all.patient._id}/merged`, { patient: duplicate.patient._id });
  expect(merge.status).toBe(200);
  expect(await ask(omar, duplicate.patient)).toMatchObject({ status: 409, body: { reason: 'patient-merged' } });
  await ask(omar, all.patient);
  const looked = String(Number(await versionOf(all)) + Number(await versionOf(duplicate)));
  expect(await mona.put(path(all.patient, '/agree'), {}, { 'if-match': await versionOf(all) })).toMatchObject({
    status: 409,
    body: { reason: 'erasure-changed-since' },
  });
  expect(await mona.put(path(all.patient, '/agree'), {}, { 'if-match': looked })).toMatchObject({ status: 200 });
  for (const { patient, admission } of [all, duplicate]) {
    // One person, also after the erasure.
    const person = patient._id === all.patient._id ? {} : { personId: all.patient._id };
    const ended = (await environment.events(`patient-${patient._id}`)).at(-1);
    expect([ended?.type, ended?.data]).toEqual(['PatientDeleted', person]);
    expect((await environment.events(`admission-${admission._id}`)).at(-1)).toMatchObject({
      type: 'AdmissionErased',
      data: { patientId: patient._id, teamId: team._id, ...person },
      metadata: { patientId: patient._id },
    });
    expect(
      (
        await environment.pool.query('select wrapped_key from accounts.patient_key where patient_id = $1', [
          patient._id,
        ])
      ).rows,
    ).toEqual([{ wrapped_key: null }]);
  }
});

test.each([
  [{ category: 'wish', reason: ' ' }, 'reason', 'Write why this patient is to be erased'],
  [{ category: 'revenge', reason: 'x' }, 'category', undefined],
  [{ category: 'wish', reason: 'x'.repeat(501) }, 'reason', undefined],
])('a bad request is 400 and writes nothing: %j', async (body, field, sentence) => {
  const { status, body: answer } = await ward.mona.post<{ fields: Record<string, string> }>(path(ward.patient), body);
  expect(status).toBe(400);
  expect(answer.fields[field]).toEqual(sentence ?? (expect.any(String) as string));
});

test('in a page an agreement needs a fresh proof of who is there', async () => {
  const { mona, omar } = ward;
  const all = await charted();
  await ask(omar, all.patient);
  await environment.pool.query(
    `insert into accounts.session_proof (session_id, proven_at)
     select session_id, now() - interval '1 hour' from accounts.session where user_id = $1`,
    [mona.me._id],
  );
  const agreed = await mona.put(path(all.patient, '/agree'), {}, { 'if-match': await versionOf(all) });
  await environment.pool.query('delete from accounts.session_proof');
  expect(agreed).toMatchObject({ status: 403, body: { reason: 'proof-needed' } });
});

test('nothing of an erased patient is in the logs of the service', () =>
  expect(environment.logged()).not.toContain(CANARY));

describe('a person with admissions in two teams', () => {
  const discharge = { dischargeDate: '2025-03-09', dischargeStatus: 0 };
  /** An earlier stay, which is the ward's, and an open one in the second team, to which the patient belongs. */
  async function inTwoTeams() {
    const { mona, team } = ward;
    const { patient, admission: earlier } = await charted();
    await mona.put(`/api/admissions/${earlier._id}/edit`, discharge);
    const { body: open } = await mona.post<Admission>('/api/admissions', {
      patient: patient._id,
      team: team._id,
      admissionDate: '2025-03-10',
    });
    const second = await ward.secondTeam();
    await mona.post(`/api/teams/${second._id}/members`, { email: ward.omar.me.email });
    return { patient, earlier, open, second };
  }
  const lastOf = async (admission: Admission) => (await environment.events(`admission-${admission._id}`)).at(-1)?.type;
  async function versionNow(patient: Patient, ...admissions: Admission[]): Promise<string> {
    const streams = [`patient-${patient._id}`, ...admissions.map(({ _id }) => `admission-${_id}`)];
    return String((await Promise.all(streams.map((stream) => environment.events(stream)))).flat().length);
  }

  test('is erased in the one that has the patient, and goes back to the other', async () => {
    const { mona, omar, team } = ward;
    const { patient, earlier, open, second } = await inTwoTeams();
    expect((await ward.transfer(open._id, second._id)).status).toBe(200);
    await ask(omar, patient);
    const headers = { ...key(), 'if-match': await versionNow(patient, earlier, open) };
    const agreed = await mona.put<ErasureAnswer>(path(patient, '/agree'), {}, headers);
    expect(agreed).toMatchObject({ status: 200, body: { _id: patient._id, team: team._id } });
    expect(await mona.put(path(patient, '/agree'), {}, headers)).toMatchObject({ status: 200, body: agreed.body });
    expect(await lastOf(open)).toBe('AdmissionErased');
    expect((await environment.events(`admission-${open._id}`)).at(-1)?.data).toMatchObject({
      teamId: second._id,
      otherTeamIds: [team._id],
    });
    // The other team, which was not asked, goes on with its chart and with the patient.
    expect(await lastOf(earlier)).toBe('PatientDischarged');
    const edited = await mona.put<Admission>(`/api/admissions/${earlier._id}/edit`, { admissionDetails: '<p>x</p>' });
    expect(edited).toMatchObject({ status: 200, body: { team: team._id } });
    const corrected = await mona.put<Patient>(`/api/patients/${patient._id}/edit`, { lastName: 'Still here' });
    expect(corrected).toMatchObject({ status: 200, body: { team: team._id } });

    // With the last part all goes.
    await ask(omar, patient);
    const looked = { 'if-match': await versionNow(patient, earlier) };
    expect((await mona.put(path(patient, '/agree'), {}, looked)).status).toBe(200);
    expect((await environment.events(`patient-${patient._id}`)).at(-1)?.type).toBe('PatientDeleted');
  });

  test('an open request is answered in the team that the patient was transferred to', async () => {
    const { omar, sami } = ward;
    const { patient, earlier, open, second } = await inTwoTeams();
    await sami.post('/api/teams', { name: 'Elsewhere', specialty: 1 });
    await ask(omar, patient);
    expect((await ward.transfer(open._id, second._id)).status).toBe(200);
    expect(await ward.mona.put(path(patient, '/refuse'), {})).toMatchObject({
      status: 200,
      body: { team: second._id },
    });
    await ask(omar, patient);
    const looked = { 'if-match': await versionNow(patient, earlier, open) };
    expect((await ward.mona.put(path(patient, '/agree'), {}, looked)).status).toBe(200);
    expect(await lastOf(earlier)).toBe('PatientDischarged');
  });
});

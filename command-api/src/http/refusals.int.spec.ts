import type { CommandRoute } from './command-route.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Problem, Team } from 'language/contract/entities';
import { ownBodyRoutes, routes } from '../testing/routes.ts';
import {
  type Caller,
  sharedTestEnvironment,
  openWard,
  type SharedTestEnvironment,
  type Ward,
} from '../testing/test-environment.ts';

let environment: SharedTestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  ward = await openWard(environment);
});

describe('rights', () => {
  test('outside the team its things are 404', async () => {
    const { sami, team, patient, admission } = ward;
    const review = await ward.addReview();
    const answers = await Promise.all([
      sami.post(`/api/teams/${team._id}/members`, { email: sami.me.email }),
      sami.put(`/api/teams/${team._id}/members/${ward.omar.me._id}`, { role: 'physician' }),
      sami.post('/api/patients', { team: team._id, firstName: 'A', birthdate: '1990-01-01' }),
      sami.post('/api/admissions', { patient: patient._id, admissionDate: '2025-01-01' }),
      sami.put(`/api/admissions/${admission._id}/edit`, { dischargeDate: '2025-03-03', dischargeStatus: 0 }),
      sami.post('/api/reviews/addReview', { admissionId: admission._id, reviewDate: '2025-03-02' }),
      sami.put(`/api/reviews/updateRevHead/${review._id}`, { reviewDate: '2025-03-02', clinicalNote: '' }),
      sami.post(`/api/reviews/addRevMed/${review._id}`, { drugErr: ward.entry() }),
      sami.put(`/api/reviews/updateRevMed/${review._id}`, { drugErr: ward.entry({ _id: review.drugErrs[0]!._id }) }),
      sami.post(`/api/reviews/remRevMed/${review._id}`, { drugErr: { _id: review.drugErrs[0]!._id } }),
      sami.put(`/api/reviews/${review._id}/editRating`, { errId: review.drugErrs[0]!._id, rating: 1 }),
      sami.post('/api/physicNotes/addphysicNote', { admissionId: admission._id, noteDate: '2025-03-02', note: 'x' }),
    ]);
    for (const answer of answers)
      expect(answer).toEqual({ status: 404, body: { message: 'Not found', code: 'notFound', reason: 'not-found' } });
  });

  test('an admission that is refused writes nothing on its patient', async () => {
    const stream = `patient-${ward.patient._id}`;
    const before = await environment.events(stream);
    const answer = await ward.sami.post('/api/admissions', { patient: ward.patient._id, admissionDate: '2025-01-01' });
    expect(answer.status).toBe(404);
    expect(await environment.events(stream)).toEqual(before);
  });

  test('only the admin of a team learns which e-mail has an account', async () => {
    const { _id: team } = ward.team;
    const statuses = async (who: Caller, user: string) => [
      (await who.post<Problem>(`/api/teams/${team}/members`, { email: user })).body.reason,
      (await who.put<Problem>(`/api/teams/${team}/edit`, { members: [{ user }] })).body.reason,
    ];
    for (const user of ['unknown@hospital.test', ward.sami.me.email]) {
      expect(await statuses(ward.omar, user)).toEqual(['not-allowed', 'not-allowed']);
      expect(await statuses(ward.sami, user)).toEqual(['not-found', 'not-found']);
    }
    expect(await statuses(ward.mona, 'unknown@hospital.test')).toEqual(['user-not-found', 'user-not-found']);
  });

  test('a patient is admitted in no other team, also of the same person', async () => {
    const { body: other } = await ward.mona.post<Team>('/api/teams', { name: 'Heart unit', specialty: 2 });
    const answer = await ward.mona.post<Problem>('/api/admissions', {
      patient: ward.patient._id,
      team: other._id,
      admissionDate: '2025-04-01',
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { fieldReasons: { team: { reason: 'not-the-patients-team' } } },
    });
  });

  test("another person's profile and recommendations are refused, whether they exist or not", async () => {
    for (const userId of [ward.mona.me._id, 'unknown'])
      for (const answer of [
        await ward.sami.put<Problem>(`/api/users/${userId}/edit`, { title: 'Not hers' }),
        await ward.sami.put<Problem>(`/api/users/recommendations/${userId}.1`, { isAccepted: true }),
      ])
        expect(answer).toMatchObject({ status: 403, body: { reason: 'not-allowed' } });
  });

  test('a passkey that is not of the account is not found', async () =>
    expect((await ward.sami.delete('/api/users/me/second-factors/passkeys/any')).status).toBe(404));

  test('only the admin account stops the medications of all teams', async () => {
    const stop = ({ me }: Caller) =>
      environment.send('GET', '/api/admissions/stopMedication', undefined, { authorization: `bearer ${me.token}` });
    expect((await stop(ward.mona)).status).toBe(403);
    expect((await stop(ward.admin)).status).toBe(200);
  });

  test('images are looked at only for a person who may edit the admission', async () => {
    const edit = (who: Caller) =>
      who.put<Problem>(`/api/admissions/${ward.admission._id}/edit`, {
        gallery: [{ title: 'Rash', images: [{ image: '/api/images/of-another-admission' }] }],
      });
    expect((await edit(ward.sami)).body.reason).toBe('not-found');
    expect((await edit(ward.hany)).body.reason).toBe('not-allowed');
    expect((await edit(ward.omar)).status).toBe(400);
  });

  test('physicians write no review, pharmacists no note, members rate nothing and edit no catalogue', async () => {
    const review = await ward.addReview();
    const answers = await Promise.all([
      ward.hany.post('/api/reviews/addReview', { admissionId: ward.admission._id, reviewDate: '2025-03-02' }),
      ward.omar.post('/api/physicNotes/addphysicNote', {
        admissionId: ward.admission._id,
        noteDate: '2025-03-02',
        note: 'x',
      }),
      ward.omar.put(`/api/reviews/${review._id}/editRating`, { errId: review.drugErrs[0]!._id, rating: 1 }),
      ward.omar.put(`/api/reviews/updateRevHead/${review._id}`, { reviewDate: '2025-03-02', clinicalNote: 'not mine' }),
      ward.omar.post(`/api/teams/${ward.team._id}/members`, { email: ward.sami.me.email }),
      ward.mona.post('/api/errtypes', { label: 'Another' }),
    ]);
    for (const answer of answers)
      expect(answer).toEqual({
        status: 403,
        body: { message: 'Not allowed', code: 'forbidden', reason: 'not-allowed' },
      });
  });

  test("the team header must name the resource's team", async () => {
    const body = { team: ward.team._id, firstName: 'A', birthdate: '1990-01-01' };
    expect((await ward.mona.post('/api/patients', body, { team: 'another' })).status).toBe(403);
    expect((await ward.mona.post('/api/patients', body, { team: ward.team._id })).status).toBe(201);
  });

  test.each(
    [...routes, ...ownBodyRoutes]
      .filter((route: CommandRoute) => !route.isOpen)
      .map(({ call }) => [call.method, call.path] as const),
  )('without a token %s %s is refused', async (method, path) => {
    const body = method === 'GET' ? undefined : {};
    expect(await environment.send(method, path.replaceAll(/:\w+/g, 'any'), body)).toEqual({
      status: 401,
      body: { message: 'Not authorized, token failed', code: 'unauthorized', reason: 'token-failed' },
    });
  });

  test('an unknown e-mail, a second addition and a change of the admin themself are refused', async () => {
    const members = `/api/teams/${ward.team._id}/members`;
    expect(await ward.mona.post(members, { email: 'unknown@hospital.test' })).toEqual({
      status: 404,
      body: { message: 'User not found', code: 'notFound', reason: 'user-not-found' },
    });
    expect(await ward.mona.post(members, { email: ward.omar.me.email.toUpperCase() })).toEqual({
      status: 409,
      body: { message: 'This member already added', code: 'conflict', reason: 'member-already-added' },
    });
    expect((await ward.mona.post<Problem>(members, { email: ' ' })).body.message).toBe('User email is required');
    expect((await ward.mona.put(`${members}/${ward.mona.me._id}`, { role: 'physician' })).status).toBe(409);
  });
});

describe('invalid input is refused with its field', () => {
  const post = (body: unknown, headers = {}) =>
    environment.send<Problem>('POST', '/api/patients', body, {
      authorization: `bearer ${ward.mona.me.token}`,
      ...headers,
    });
  test.each([
    ['malformed JSON', '{"team":', {}, 400],
    ['a body that is no object', '[1]', {}, 400],
    ['another content type', 'team=1', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['an unknown field', { team: 'x', firstName: 'A', birthdate: '1990-01-01', isAdmin: true }, {}, 400],
    [
      'a key that is no UUID',
      { team: 'x', firstName: 'A', birthdate: '1990-01-01' },
      { 'idempotency-key': 'once' },
      400,
    ],
    [
      'an If-Match that is no version',
      { team: 'x', firstName: 'A', birthdate: '1990-01-01' },
      { 'if-match': 'newest' },
      400,
    ],
    ['a zero character', { team: 'x', firstName: 'A\0', birthdate: '1990-01-01' }, {}, 400],
    ['half of a surrogate pair', '{"team":"x","firstName":"\\ud800","birthdate":"1990-01-01"}', {}, 400],
    ['a date that is none', { team: 'x', firstName: 'A', birthdate: '2023-02-29' }, {}, 400],
    ['brackets in brackets', `{"team":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, {}, 400],
    [
      'a body said to be compressed',
      { team: 'x', firstName: 'A', birthdate: '1990-01-01' },
      { 'content-encoding': 'gzip' },
      400,
    ],
    ['a megabyte', { team: 'x', firstName: 'A'.repeat(1_100_000), birthdate: '1990-01-01' }, {}, 413],
  ])('%s', async (_what, body, headers, status) => {
    const answer = await post(body, headers);
    expect(answer.status).toBe(status);
    expect(answer.body.message).not.toBe('');
    expect(JSON.stringify(answer.body)).not.toMatch(/ at .*\.ts|node_modules/);
  });

  test('a review that fits into a request and not into one append', async () => {
    const drugErrs = Array.from({ length: 100 }, () => ward.entry({ errNote: `<p>${'x'.repeat(9_000)}</p>` }));
    const answer = await ward.mona.post<Problem>('/api/reviews/addReview', {
      admissionId: ward.admission._id,
      reviewDate: '2025-03-02',
      drugErrs,
    });
    expect(answer).toEqual({
      status: 413,
      body: { message: 'This is too large to be saved', code: 'tooLarge', reason: 'too-large-to-save' },
    });
  });

  test('an unknown error type or drug', async () => {
    const send = (entry: object) =>
      ward.mona.post<Problem>('/api/reviews/addReview', {
        admissionId: ward.admission._id,
        reviewDate: '2025-03-02',
        drugErrs: [ward.entry(), entry],
      });
    expect((await send(ward.entry({ errType: 'nothing' }))).body).toEqual({
      message: 'This error type is not known',
      code: 'invalid',
      reason: 'unknown-error-type',
      fields: { 'drugErrs.1.errType': 'This error type is not known' },
      fieldReasons: { 'drugErrs.1.errType': { reason: 'unknown-error-type' } },
    });
    expect((await send(ward.entry({ errType: 'made-up-99bb' }))).status).toBe(400);
    expect((await send(ward.entry({ errDrug: 'nothing.1' }))).body.fields).toEqual({
      'drugErrs.1.errDrug': 'This drug is not known',
    });
    expect((await send(ward.entry({ errDrug: `${ward.drug._id}.9` }))).status).toBe(400);
  });

  test('a thing that does not exist', async () => {
    expect(
      (await ward.mona.put('/api/reviews/updateRevHead/nothing.1', { reviewDate: '2025-03-02', clinicalNote: '' }))
        .status,
    ).toBe(404);
    expect(
      (await ward.mona.put('/api/reviews/updateRevHead/%00', { reviewDate: '2025-03-02', clinicalNote: '' })).status,
    ).toBe(404);
    expect((await ward.mona.post('/api/nothing', {})).status).toBe(404);
    expect((await ward.mona.post('/api/admissions', { patient: 'nothing', admissionDate: '2025-01-01' })).status).toBe(
      404,
    );
  });
});

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Answer, Patient, Problem, SignedIn, Team } from 'language/contract/entities';
import type { NewTotpSecret } from 'language/contract/second-factors';
import { codeOf } from '../../testing/authenticator-app.ts';
import { type Caller, PASSWORD, startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';

const FACTORS = '/api/users/me/second-factors';
const required = { status: 403, body: { reason: 'second-factor-required' } };

async function setUpFactor(caller: Caller): Promise<void> {
  const { body } = await caller.post<NewTotpSecret>(`${FACTORS}/totp`, {});
  expect((await caller.post(`${FACTORS}/totp/confirm`, { code: codeOf(body.secret) })).status).toBe(200);
}
const patient = { firstName: 'Ahmed', lastName: 'Ali', birthdate: '1960-02-29' };

describe('a team', () => {
  let environment: TestEnvironment;
  beforeAll(async () => {
    environment = await startTestEnvironment();
  });
  afterAll(() => environment.stop());

  async function teamOf(admin: Caller, ...members: Caller[]): Promise<string> {
    const { body } = await admin.post<Team>('/api/teams', { name: 'CCU', specialty: 2, about: '' });
    for (const { me } of members) await admin.post(`/api/teams/${body._id}/members`, { email: me.email });
    return body._id;
  }
  const require = (admin: Caller, teamId: string, secondFactorRequired = true) =>
    admin.put<Answer<Team>>(`/api/teams/${teamId}/edit`, { secondFactorRequired });

  test('is changed by members with a second factor only, until its admin waives it', async () => {
    const [admin, member, stranger] = [
      await environment.signUp('Mona'),
      await environment.signUp('Omar'),
      await environment.signUp('Sami'),
    ];
    const teamId = await teamOf(admin, member);
    const other = await teamOf(admin, member);
    const add = (caller: Caller, team = teamId) =>
      caller.post<Answer<Patient>>('/api/patients', { ...patient, team }, { team });
    await setUpFactor(admin);
    expect(await require(admin, teamId)).toMatchObject({ status: 200, body: { secondFactorRequired: true } });

    expect(await add(member)).toMatchObject(required);
    expect((await add(stranger)).status).toBe(404);
    expect((await add(member, other)).status).toBe(201);
    expect((await add(admin)).status).toBe(201);
    await setUpFactor(member);
    expect((await add(member)).status).toBe(201);
    await member.delete(`${FACTORS}/totp`);
    expect(await add(member)).toMatchObject(required);

    expect((await require(admin, teamId, false)).body.secondFactorRequired).toBe(false);
    expect((await add(member)).status).toBe(201);
    const types = (await environment.events(`team-${teamId}`)).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['TeamSecondFactorRequired', 'TeamSecondFactorWaived']);
  });

  test('requires one only by an admin who has one, and not by a member', async () => {
    const [admin, member] = [await environment.signUp('Hany'), await environment.signUp('Dina')];
    const teamId = await teamOf(admin, member);
    const { status, body } = await environment.send<Problem>(
      'PUT',
      `/api/teams/${teamId}/edit`,
      { secondFactorRequired: true },
      { authorization: `bearer ${admin.me.token}` },
    );
    expect([status, body.reason]).toEqual([409, 'own-second-factor-first']);
    await setUpFactor(member);
    expect((await require(member, teamId)).status).toBe(403);
  });

  test('needs one of the admin account too, which answers an erasure', async () => {
    const [admin, account] = [await environment.signUp('Laila'), await environment.signUp('Admin')];
    const team = await teamOf(admin);
    const { body: asked } = await admin.post<Answer<Patient>>('/api/patients', { ...patient, team }, { team });
    const refuse = () => account.put(`/api/patients/${asked._id}/erasure/refuse`, {});
    expect(await refuse()).toMatchObject({ status: 409, body: { reason: 'no-erasure-asked' } });
    await setUpFactor(admin);
    await require(admin, team);
    expect(await refuse()).toMatchObject(required);
  });

  test('lets a session of single sign-on in: the provider asks for factors', async () => {
    const [admin, member] = [await environment.signUp('Nadia'), await environment.signUp('Karim')];
    const teamId = await teamOf(admin, member);
    await setUpFactor(admin);
    await require(admin, teamId);
    const add = async (method: string) => {
      const { body } = await environment.send<SignedIn>('POST', '/api/users/login', {
        email: member.me.email,
        password: PASSWORD,
      });
      // Before it is used: how a session began never changes, and is kept in memory.
      await environment.pool.query(`update accounts.session set method = $1 where token_hash = sha256($2::bytea)`, [
        method,
        body.token,
      ]);
      const headers = { authorization: `bearer ${body.token}`, team: teamId };
      return environment.send<Problem>('POST', '/api/patients', { ...patient, team: teamId }, headers);
    };
    expect(await add('password')).toMatchObject(required);
    expect((await add('singleSignOn')).status).toBe(201);
  });
});

test('with SECOND_FACTOR=required each team needs one, and a person can still set one up', async () => {
  const environment = await startTestEnvironment({ SECOND_FACTOR: 'required' });
  try {
    const mona = await environment.signUp('Mona');
    const found = () => mona.post<Answer<Team>>('/api/teams', { name: 'CCU', specialty: 2, about: '' });
    expect(await found()).toMatchObject(required);
    expect((await mona.put('/api/users/profile', { firstName: 'Mona' })).status).not.toBe(403);
    await setUpFactor(mona);
    const { status, body } = await found();
    expect(status).toBe(201);
    await mona.delete(`${FACTORS}/totp`);
    expect(await mona.put(`/api/teams/${body._id}/edit`, { name: 'ICU' })).toMatchObject(required);
  } finally {
    await environment.stop();
  }
});

describe('with SECOND_FACTOR=required the admin account needs one', () => {
  let environment: TestEnvironment;
  let admin: Caller;
  let teamId: string;
  let omar: string;
  beforeAll(async () => {
    environment = await startTestEnvironment({ SECOND_FACTOR: 'required' });
    admin = await environment.signUp('Admin');
    const mona = await environment.signUp('Mona');
    omar = (await environment.signUp('Omar')).me._id;
    await setUpFactor(mona);
    teamId = (await mona.post<Team>('/api/teams', { name: 'CCU', specialty: 2, about: '' })).body._id;
  });
  afterAll(() => environment.stop());

  const stop = '/api/admissions/stopMedication';
  test.each<[string, () => Parameters<TestEnvironment['send']>, number]>([
    ['error types', () => ['POST', '/api/errtypes', { label: 'Omission' }], 201],
    ['renaming an error type', () => ['PUT', '/api/errtypes/any', { label: 'Omission' }], 404],
    ['tags', () => ['POST', '/api/tags', { label: 'Renal' }], 201],
    ['renaming a tag', () => ['PUT', '/api/tags/any', { label: 'Renal' }], 404],
    ['the trade list', () => ['POST', '/api/drugs/updateTradeList', {}], 200],
    ['stopping medications', () => ['POST', stop, {}], 200],
    ['stopping medications with GET', () => ['GET', stop, undefined], 200],
    ['accounts', () => ['PUT', `/api/accounts/${omar}`, { disabled: true, reason: 'Left' }], 200],
    ['sessions of accounts', () => ['DELETE', `/api/accounts/${omar}/sessions`, undefined], 200],
    ['team admins', () => ['PUT', `/api/teams/${teamId}/admin`, { userId: omar, reason: 'Left' }], 409],
    ['invitations', () => ['POST', `/api/teams/${teamId}/invitations`, { email: 'a@b.test', role: 'reader' }], 201],
  ])('for %s', async (_what, callOf, allowed) => {
    const [method, path, body] = callOf();
    const ask = () => environment.send(method, path, body, { authorization: `bearer ${admin.me.token}` });
    expect(await ask()).toMatchObject(required);
    await setUpFactor(admin);
    onTestFinished(async () => void (await admin.delete(`${FACTORS}/totp`)));
    expect((await ask()).status).toBe(allowed);
  });
});

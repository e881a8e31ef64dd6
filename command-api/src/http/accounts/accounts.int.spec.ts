import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountState } from 'language/contract/accounts';
import type { Problem, Team } from 'language/contract/entities';
import type { NewTotpSecret } from 'language/contract/second-factors';
import { ASKS_FOR_COOKIE, SESSION_HEADER } from 'language/contract/sessions';
import { codeOf, nextCodeOf } from '../../testing/authenticator-app.ts';
import { mailsTo, newestMail, tokenIn } from '../../testing/mail-inbox.ts';
import {
  ADMIN_EMAIL,
  type Caller,
  PASSWORD,
  startTestEnvironment,
  type TestEnvironment,
} from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let admin: Caller;
beforeAll(async () => {
  environment = await startTestEnvironment();
  admin = await environment.signUp('Admin');
});
afterAll(() => environment.stop());

const login = (email: string, password = PASSWORD, headers = {}) =>
  environment.send<Problem & { token: string }>('POST', '/api/users/login', { email, password }, headers);
const setState = (caller: Caller, { me }: Pick<Caller, 'me'>, body: object) =>
  caller.put<AccountState & Problem>(`/api/accounts/${me._id}`, body);
const disable = (person: Caller) => setState(admin, person, { disabled: true, reason: 'Left in May' });
const enable = (person: Caller) => setState(admin, person, { disabled: false });
/** 400: the session lives, and the body is refused. */
const statusOf = async (person: Caller): Promise<number> => (await person.post('/api/teams', {})).status;

describe('a disabled account', () => {
  test('has no session any more, and its right password is answered as a wrong one', async () => {
    const mona = await environment.signUp('Mona');
    expect(await statusOf(mona)).toBe(400);
    expect(await disable(mona)).toEqual({ status: 200, body: { _id: mona.me._id, disabled: true } });
    expect(await statusOf(mona)).toBe(401);
    const [right, wrong] = [await login(mona.me.email), await login(mona.me.email, 'wrong horse 1')];
    expect(right).toEqual(wrong);
    expect(right).toMatchObject({ status: 401, body: { reason: 'wrong-login' } });
  });

  test('does not show by a second factor that its password is right', async () => {
    const omar = await environment.signUp('Omar');
    const FACTORS = '/api/users/me/second-factors/totp';
    const { body: made } = await omar.post<NewTotpSecret>(FACTORS, {});
    await omar.post(`${FACTORS}/confirm`, { code: codeOf(made.secret) });
    const { body: begun } = await login(omar.me.email);
    expect(begun).toMatchObject({ reason: 'second-factor-needed' });
    await disable(omar);
    expect((await login(omar.me.email)).body).toMatchObject({ reason: 'wrong-login' });
    const second = { ticket: (begun as { ticket?: string }).ticket, code: nextCodeOf(made.secret) };
    const finished = await environment.send<Problem>('POST', '/api/users/login/second-factor', second);
    expect(finished).toMatchObject({ status: 401, body: { reason: 'sign-in-expired' } });
  });

  test('gets no link to a new password, and the links of before are dead', async () => {
    const nadia = await environment.signUp('Nadia');
    const confirmation = tokenIn(await newestMail(environment, nadia.me.email));
    await disable(nadia);
    const reset = await environment.send<Problem>('POST', '/api/users/resetPassword', {
      token: confirmation,
      password: 'brand-new-1',
    });
    expect(reset.body).toMatchObject({ reason: 'link-spent' });
    const asked = await environment.send<Problem>('POST', '/api/users/login', {
      email: nadia.me.email,
      forgetPW: true,
    });
    expect(asked.status).toBe(200);
    const later = await environment.signUp('Later');
    await newestMail(environment, later.me.email);
    expect(await mailsTo(environment, nadia.me.email)).toHaveLength(1);
  });

  test('is not found by a team admin, and is marked in the teams that it is in', async () => {
    const [lead, member, other] = [
      await environment.signUp('Lead'),
      await environment.signUp('Member'),
      await environment.signUp('Other'),
    ];
    const { body: team } = await lead.post<Team>('/api/teams', { name: 'ICU', specialty: 1, about: '' });
    await lead.post(`/api/teams/${team._id}/members`, { email: member.me.email });
    await Promise.all([disable(member), disable(other)]);
    expect(await lead.post(`/api/teams/${team._id}/members`, { email: other.me.email })).toMatchObject({ status: 404 });
    const { body: changed } = await lead.put<Team>(`/api/teams/${team._id}/edit`, { about: '<p>Ten beds</p>' });
    expect(changed.members.map(({ user, accountDisabled }) => [user, accountDisabled])).toEqual([
      [lead.me.email, undefined],
      [member.me.email, true],
    ]);
  });

  test('opens no session in a program that does not know of disabled accounts', async () => {
    const ziad = await environment.signUp('Ziad');
    await disable(ziad);
    const opened = await environment.pool.query(
      'insert into accounts.session (session_id, token_hash, user_id) values ($1, $2, $3)',
      [randomUUID(), Buffer.from('an older program'), ziad.me._id],
    );
    expect(opened.rowCount).toBe(0);
  });

  test('is enabled again: its sessions do not come back, its password does', async () => {
    const hoda = await environment.signUp('Hoda');
    await disable(hoda);
    expect(await enable(hoda)).toEqual({ status: 200, body: { _id: hoda.me._id, disabled: false } });
    expect(await statusOf(hoda)).toBe(401);
    expect((await login(hoda.me.email)).status).toBe(200);
    const row = await environment.pool.query(
      'select disabled_at, disabled_by, disabled_reason from accounts.credential where user_id = $1',
      [hoda.me._id],
    );
    expect(row.rows).toEqual([{ disabled_at: null, disabled_by: null, disabled_reason: null }]);
  });

  test('keeps its first reason and time when it is disabled again', async () => {
    const karim = await environment.signUp('Karim');
    await disable(karim);
    const stored = async () =>
      (
        await environment.pool.query(
          'select disabled_at, disabled_by, disabled_reason from accounts.credential where user_id = $1',
          [karim.me._id],
        )
      ).rows[0];
    const first = await stored();
    expect(first).toMatchObject({ disabled_by: admin.me._id, disabled_reason: 'Left in May' });
    await setState(admin, karim, { disabled: true, reason: 'Another reason' });
    expect(await stored()).toEqual(first);
  });
});

test('all sessions of a person end, and the last use stays known', async () => {
  const sami = await environment.signUp('Sami');
  await login(sami.me.email);
  expect(await admin.delete(`/api/accounts/${sami.me._id}/sessions`)).toEqual({ status: 200, body: { ended: 2 } });
  expect(await statusOf(sami)).toBe(401);
  expect(await admin.delete(`/api/accounts/${sami.me._id}/sessions`)).toEqual({ status: 200, body: { ended: 0 } });
  const { rows } = await environment.pool.query(
    `select used_at > now() - interval '1 minute' as recent from accounts.last_use where user_id = $1`,
    [sami.me._id],
  );
  expect(rows).toEqual([{ recent: true }]);
  expect((await login(sami.me.email)).status).toBe(200);
});

test('other people may do none of it, and the admin account not to itself', async () => {
  const [dina, rami] = [await environment.signUp('Dina'), await environment.signUp('Rami')];
  expect((await setState(dina, rami, { disabled: true, reason: 'Spite' })).status).toBe(403);
  expect((await setState(dina, dina, { disabled: false })).status).toBe(403);
  expect((await dina.delete(`/api/accounts/${rami.me._id}/sessions`)).status).toBe(403);
  expect(await statusOf(rami)).toBe(400);
  expect(await disable(admin)).toMatchObject({ status: 409, body: { reason: 'admin-account-stays' } });
  expect((await admin.put('/api/accounts/unknown', { disabled: false })).status).toBe(404);
});

test.each([
  [{ disabled: true }, 'Please give a reason'],
  [{ disabled: true, reason: '  ' }, 'Please give a reason'],
  [{ disabled: true, reason: 'x'.repeat(201) }, 'At most 200 characters'],
  [{ disabled: true, reason: 'two\nlines' }, expect.stringContaining('one line of text')],
])('a reason is needed: %j', async (body, reason) => {
  const answer = await setState(admin, admin, body);
  expect(answer).toMatchObject({ status: 400, body: { fields: { reason } } });
});

test('in a page both need a fresh proof', async () => {
  const { me } = await environment.signUp('Page');
  const { body } = await login(ADMIN_EMAIL, PASSWORD, { [SESSION_HEADER]: ASKS_FOR_COOKIE });
  await environment.pool.query(`update accounts.session_proof set proven_at = now() - interval '11 minutes'`);
  const as = { authorization: `bearer ${body.token}` };
  for (const [method, path, sent] of [
    ['PUT', `/api/accounts/${me._id}`, { disabled: true, reason: 'Left' }],
    ['DELETE', `/api/accounts/${me._id}/sessions`, undefined],
  ] as const)
    expect(await environment.send<Problem>(method, path, sent, as)).toMatchObject({
      status: 403,
      body: { reason: 'proof-needed' },
    });
});

test('the account that the operator names as admin account is enabled at the start', async () => {
  await environment.pool.query(`update accounts.credential set disabled_at = now() where email = $1`, [ADMIN_EMAIL]);
  expect((await login(ADMIN_EMAIL)).status).toBe(401);
  await environment.another();
  expect((await login(ADMIN_EMAIL)).status).toBe(200);
});

test('no reason and no e-mail is logged', () => {
  expect(environment.logged()).not.toMatch(/Left in May|mona@hospital/);
});

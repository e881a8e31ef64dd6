import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Problem, SignedIn } from 'language/contract/entities';
import type { PasskeyChallenge } from 'language/contract/second-factors';
import { mailsTo, newestMail, tokenIn } from '../../testing/mail-inbox.ts';
import { ORIGIN, type ProductWithProvider, startProductWithProvider } from '../../testing/single-sign-on.ts';
import { softwareAuthenticator } from '../../testing/software-authenticator.ts';
import {
  ADMIN_EMAIL,
  type Caller,
  PASSWORD,
  startTestEnvironment,
  type TestEnvironment,
} from '../../testing/test-environment.ts';

const OFF = {
  code: 'forbidden',
  reason: 'local-accounts-off',
  message: 'Here people sign in with their hospital account only',
};

type Challenge = PasskeyChallenge & { options: { challenge: string; user: { id: string } } };

let product: ProductWithProvider;
let environment: TestEnvironment;
beforeAll(async () => {
  product = await startProductWithProvider({ LOCAL_ACCOUNTS: 'off' });
  ({ environment } = product);
});
afterAll(() => product.stop());

const post = <Body>(path: string, body: object, headers = {}) => environment.send<Body>('POST', path, body, headers);

test('without local accounts people sign in at the provider', async () => {
  expect((await product.signIn(product.person('amal'))).status).toBe(200);
});

test('without local accounts no person signs up or signs in with a password', async () => {
  const email = 'amal@hospital.test';
  const account = { firstName: 'New', lastName: 'Person', email: 'new@hospital.test', phone: '', password: PASSWORD };
  for (const [path, body] of [
    ['/api/users', account],
    ['/api/users/login', { email, password: PASSWORD }],
    ['/api/users/login', { email: 'unknown@hospital.test', password: PASSWORD }],
  ] as const)
    expect(await post(path, body)).toEqual({ status: 403, body: OFF });
});

test('a request for a new password gets one answer, and a mail goes to the admin account only', async () => {
  const before = (await mailsTo(environment, ADMIN_EMAIL)).length;
  const ask = (email: string) => post('/api/users/login', { email, forgetPW: true });
  const answers = [await ask('amal@hospital.test'), await ask('unknown@hospital.test'), await ask(ADMIN_EMAIL)];
  expect(answers).toEqual(answers.map(() => ({ status: 200, body: { message: expect.any(String) } })));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  await newestMail(environment, ADMIN_EMAIL, before + 1);
  await vi.waitFor(async () =>
    expect(await environment.pool.query('select 1 from accounts.mail_outbox')).toMatchObject({ rowCount: 0 }),
  );
  expect(await mailsTo(environment, 'amal@hospital.test')).toEqual([]);
});

test('a link that was mailed before sets no password', async () => {
  const { rows } = await environment.pool.query<{ user_id: string }>(
    "select user_id from accounts.credential where email = 'amal@hospital.test'",
  );
  await environment.pool.query(
    `insert into accounts.one_time_link (token_hash, user_id, expires_at)
     values (sha256('a-link'), $1, now() + interval '1 hour')`,
    [rows[0]!.user_id],
  );
  expect(await post('/api/users/resetPassword', { token: 'a-link', password: PASSWORD })).toEqual({
    status: 403,
    body: OFF,
  });
});

test('the own password cannot be set in the profile', async () => {
  const { body } = await product.signIn('amal');
  const answer = await environment.send<Problem>(
    'PUT',
    `/api/users/${body._id}/edit`,
    { password: 'another-1', currentPassword: PASSWORD },
    { authorization: `bearer ${body.token}` },
  );
  expect([answer.status, answer.body.reason]).toEqual([403, 'local-accounts-off']);
});

test('the admin account is the way back in: it signs in with its password, which a mailed link can set', async () => {
  const { status, body } = await post<SignedIn>('/api/users/login', { email: ADMIN_EMAIL, password: PASSWORD });
  expect([status, body.isAdminAccount]).toEqual([200, true]);
  const mails = (await mailsTo(environment, ADMIN_EMAIL)).length;
  expect((await post('/api/users/login', { email: ADMIN_EMAIL, forgetPW: true })).status).toBe(200);
  const token = tokenIn(await newestMail(environment, ADMIN_EMAIL, mails + 1));
  expect((await post('/api/users/resetPassword', { token, password: 'another-one-1' })).status).toBe(200);
});

test('a wrong password of the admin account gets the answer of any other e-mail', async () => {
  expect(await post('/api/users/login', { email: ADMIN_EMAIL, password: 'wrong' })).toEqual({ status: 403, body: OFF });
});

test('a passkey alone does not sign in past the provider', async () => {
  const { body: me } = await product.signIn('amal');
  const as = { authorization: `bearer ${me.token}` };
  const begun = (await post<Challenge>('/api/users/me/second-factors/passkeys/options', {}, as)).body;
  const authenticator = softwareAuthenticator(ORIGIN);
  const added = { ticket: begun.ticket, answer: authenticator.create(begun.options), name: '' };
  expect((await post('/api/users/me/second-factors/passkeys', added, as)).status).toBe(201);
  const asked = (await post<Challenge>('/api/users/login/passkey-options', {})).body;
  const answered = { ticket: asked.ticket, answer: authenticator.get(asked.options) };
  expect(await post('/api/users/login/passkey', answered)).toEqual({ status: 403, body: OFF });
});

test('the password is no proof of who is there', async () => {
  const { body: me } = await product.signIn('amal');
  const as = { authorization: `bearer ${me.token}` };
  expect(await post('/api/users/me/proof', { password: PASSWORD }, as)).toEqual({ status: 403, body: OFF });
  const admin = await post<SignedIn>('/api/users/login', { email: ADMIN_EMAIL, password: 'another-one-1' });
  const proved = { authorization: `bearer ${admin.body.token}` };
  expect((await post('/api/users/me/proof', { password: 'another-one-1' }, proved)).status).toBe(200);
});

test('sessions that began with local accounts end with the start without them, but those of the admin account', async () => {
  const hospital = await startTestEnvironment();
  try {
    const [mona, omar, admin] = [
      await hospital.signUp('Mona'),
      await hospital.signUp('Omar'),
      await hospital.signUp('Admin'),
    ];
    const began = (caller: Caller, method: string) =>
      hospital.pool.query('update accounts.session set method = $1 where user_id = $2', [method, caller.me._id]);
    const hany = await hospital.signUp('Hany');
    await began(omar, 'passkey');
    await began(hany, 'singleSignOn');
    const url = await hospital.another({
      OIDC_ISSUER: 'https://login.hospital.test',
      OIDC_CLIENT_ID: 'pharmacy',
      OIDC_CLIENT_SECRET: 'secret',
      PUBLIC_URL: ORIGIN,
      LOCAL_ACCOUNTS: 'off',
    });
    const lives = async ({ me }: Caller) => {
      const headers = { authorization: `bearer ${me.token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${url}/api/users/confirmationMail`, { method: 'POST', headers, body: '{}' });
      return answer.status !== 401;
    };
    expect(await Promise.all([mona, omar, hany, admin].map(lives))).toEqual([false, false, true, true]);
    const { rows } = await hospital.pool.query(
      `select user_id, data from accounts.security_line where kind = 'SessionsEnded' order by number`,
    );
    expect(rows).toEqual(
      expect.arrayContaining([mona, omar].map(({ me }) => ({ user_id: me._id, data: { by: 'setting', sessions: 1 } }))),
    );
    expect(rows).toHaveLength(2);
  } finally {
    await hospital.stop();
  }
});

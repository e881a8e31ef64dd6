import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem, SignedIn } from 'language/contract/entities';
import type {
  NewTotpSecret,
  PasskeyChallenge,
  Proven,
  SecondFactorList,
  SecondFactorsChanged,
} from 'language/contract/second-factors';
import { ASKS_FOR_COOKIE, SESSION_HEADER } from 'language/contract/sessions';
import { codeOf, nextCodeOf } from '../../testing/authenticator-app.ts';
import { softwareAuthenticator } from '../../testing/software-authenticator.ts';
import {
  type Caller,
  openWard,
  PASSWORD,
  startTestEnvironment,
  type TestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

const ORIGIN = 'http://localhost:8080';
const FACTORS = '/api/users/me/second-factors';
const PAGE = { [SESSION_HEADER]: ASKS_FOR_COOKIE };
type Needed = Problem & { ticket: string; factors: string[] };
type Challenge = PasskeyChallenge & { options: { challenge: string; user: { id: string } } };

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment({ RATE_LIMIT: 'on' });
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

const login = <Body = Needed>(email: string, headers = {}, password = PASSWORD) =>
  environment.send<Body>('POST', '/api/users/login', { email, password }, headers);
const second = <Body = SignedIn & Problem>(body: object, headers = {}) =>
  environment.send<Body>('POST', '/api/users/login/second-factor', body, headers);
const as = (token: string) => ({ authorization: `bearer ${token}` });

async function withTotp(name: string): Promise<{ caller: Caller; secret: string; codes: string[] }> {
  const caller = await environment.signUp(name);
  const { body: made } = await caller.post<NewTotpSecret>(`${FACTORS}/totp`, {});
  const { body } = await caller.post<SecondFactorsChanged>(`${FACTORS}/totp/confirm`, {
    code: codeOf(made.secret),
  });
  return { caller, secret: made.secret, codes: body.newRecoveryCodes ?? [] };
}

async function withPasskey(name: string) {
  const caller = await environment.signUp(name);
  const authenticator = softwareAuthenticator(ORIGIN);
  const { body: begun } = await caller.post<Challenge>(`${FACTORS}/passkeys/options`, {});
  const answer = authenticator.create(begun.options);
  const added = await caller.post<SecondFactorsChanged>(`${FACTORS}/passkeys`, {
    ticket: begun.ticket,
    answer,
    name: 'Ward computer',
  });
  return { caller, authenticator, added };
}

async function answered(authenticator: ReturnType<typeof softwareAuthenticator>) {
  const { body } = await environment.send<Challenge>('POST', '/api/users/login/passkey-options', {});
  return { ticket: body.ticket, answer: authenticator.get(body.options) };
}

/** Signs in as the page does. */
async function inPage({ me: { email } }: Caller) {
  const { body } = await login<SignedIn>(email, PAGE);
  const age = (minutes: number) =>
    environment.pool.query(
      `update accounts.session_proof p set proven_at = now() - make_interval(mins => $2)
       from accounts.session s where s.session_id = p.session_id and s.user_id = $1`,
      [body._id, minutes],
    );
  const send = <Body = Problem>(method: string, path: string, sent?: object) =>
    environment.send<Body>(method, path, sent, as(body.token));
  return { age, send };
}

describe('signing in', () => {
  test('without a second factor nothing changes', async () => {
    expect((await login<SignedIn>(ward.sami.me.email)).status).toBe(200);
    expect((await ward.sami.post(`${FACTORS}/recovery-codes`, {})).status).toBe(409);
  });

  test('needs a code after the password, and each code counts once', async () => {
    const { caller, secret } = await withTotp('Code');
    const refused = await login(caller.me.email);
    expect(refused).toMatchObject({
      status: 401,
      body: { reason: 'second-factor-needed', factors: ['totp', 'recoveryCode'] },
    });
    expect(refused.body).not.toHaveProperty('token');
    const { ticket } = refused.body;
    expect(await second({ ticket, code: '000000' })).toMatchObject({
      status: 401,
      body: { reason: 'wrong-second-factor' },
    });
    const code = nextCodeOf(secret);
    const { status, body } = await second({ ticket, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(status).toBe(200);
    expect((await environment.send('POST', '/api/users/logout', undefined, as(body.token))).status).toBe(200);
    expect((await second({ ticket, code })).status).toBe(401);
  });

  test('a wrong password says nothing of a second factor', async () => {
    const { caller } = await withTotp('Quiet');
    const wrong = await login(caller.me.email, {}, 'another one');
    expect(wrong).toEqual(await login('unknown@hospital.test', {}, 'another one'));
    expect(wrong).toMatchObject({ status: 401, body: { reason: 'wrong-login' } });
  });

  test('a recovery code stands in, once', async () => {
    const { caller, codes } = await withTotp('Rescue');
    const { ticket } = (await login(caller.me.email)).body;
    expect((await second({ ticket, recoveryCode: codes[0] })).status).toBe(200);
    expect((await second({ ticket, recoveryCode: codes[0] })).status).toBe(401);
  });

  test('a ticket is of one person, and ends with the password', async () => {
    const [one, other] = [await withTotp('First'), await withTotp('Second')];
    const { ticket } = (await login(one.caller.me.email)).body;
    expect((await second({ ticket, code: nextCodeOf(other.secret) })).status).toBe(401);
    await one.caller.put(`/api/users/${one.caller.me._id}/edit`, {
      password: 'another password',
      currentPassword: PASSWORD,
    });
    expect(await second({ ticket, code: nextCodeOf(one.secret) })).toMatchObject({
      status: 401,
      body: { reason: 'sign-in-expired' },
    });
  });

  test('a mailed link sets the password and keeps the second factor', async () => {
    const { caller } = await withTotp('Mailed');
    await environment.pool.query(
      `insert into accounts.one_time_link (token_hash, user_id, expires_at)
       values (sha256('the link'), $1, now() + interval '1 hour')`,
      [caller.me._id],
    );
    await environment.send('POST', '/api/users/resetPassword', { token: 'the link', password: 'another password' });
    expect(await login(caller.me.email, {}, 'another password')).toMatchObject({
      body: { reason: 'second-factor-needed' },
    });
  });

  test('a repeated sign-up does not pass by the second factor', async () => {
    const key = { 'idempotency-key': 'b4b7f6b3-5f0e-4e0b-9d43-0c5c3b6f1a10' };
    const account = { firstName: 'Again', lastName: 'F', email: 'again@hospital.test', phone: '', password: PASSWORD };
    const { body: me } = await environment.send<SignedIn>('POST', '/api/users', account, key);
    const { body: made } = await environment.send<NewTotpSecret>('POST', `${FACTORS}/totp`, {}, as(me.token));
    await environment.send('POST', `${FACTORS}/totp/confirm`, { code: codeOf(made.secret) }, as(me.token));
    expect(await environment.send('POST', '/api/users', account, key)).toMatchObject({
      status: 401,
      body: { reason: 'second-factor-needed' },
    });
  });

  test('wrong codes are limited, and the limit ends with nothing but time', async () => {
    const { caller, secret } = await withTotp('Guessed');
    const { ticket } = (await login(caller.me.email)).body;
    for (let tries = 0; tries < 5; tries += 1) expect((await second({ ticket, code: '000000' })).status).toBe(401);
    expect((await second({ ticket, code: nextCodeOf(secret) })).status).toBe(429);
    // A new password begins no new count.
    const passwords = { password: 'another password', currentPassword: PASSWORD };
    expect((await caller.put(`/api/users/${caller.me._id}/edit`, passwords)).status).toBe(200);
    const { ticket: next } = (await login(caller.me.email, {}, 'another password')).body;
    expect(await second({ ticket: next, code: '000000', token: 'no proof' })).toMatchObject({
      status: 429,
      body: { reason: 'too-many-attempts' },
    });
  });

  test('wrong codes of others do not shut out a known device', async () => {
    const { caller, codes } = await withTotp('Remembered');
    const { ticket } = (await login(caller.me.email)).body;
    const first = await fetch(`${environment.url}/api/users/login/second-factor`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket, recoveryCode: codes[0] }),
    });
    const cookie = /device=[^;]+/.exec(first.headers.get('set-cookie') ?? '')?.[0] ?? '';
    for (let tries = 0; tries < 5; tries += 1) await second({ ticket, code: '000000' });
    expect((await second({ ticket, recoveryCode: codes[1] })).status).toBe(429);
    expect((await second({ ticket, recoveryCode: codes[1] }, { cookie })).status).toBe(200);
  });

  test('is set up with the right code only', async () => {
    const caller = await environment.signUp('Setup');
    await caller.post(`${FACTORS}/totp`, {});
    const answer = await caller.post<Problem>(`${FACTORS}/totp/confirm`, { code: '000000' });
    expect([answer.status, answer.body.fieldReasons]).toEqual([400, { code: { reason: 'wrong-code' } }]);
  });

  test('needs a ticket of this server', async () =>
    expect(await second({ ticket: 'made-up', code: '123456' })).toMatchObject({
      status: 401,
      body: { reason: 'sign-in-expired' },
    }));

  test.each([{}, { code: '123456', recoveryCode: 'x' }, { code: 1 }])('%j is no proof', async (proof) => {
    expect((await second({ ticket: 'x', ...proof })).status).toBe(400);
  });
});

describe('passkeys', () => {
  test('one alone signs in, once for a challenge', async () => {
    const { caller, authenticator, added } = await withPasskey('Key');
    expect(added).toMatchObject({
      status: 201,
      body: { passkeys: [{ name: 'Ward computer', usedAt: null }], passkeysWork: true },
    });
    expect(added.body.newRecoveryCodes).toHaveLength(10);
    const answer = await answered(authenticator);
    const { status, body } = await environment.send<SignedIn>('POST', '/api/users/login/passkey', answer);
    expect({ status, id: body._id }).toEqual({ status: 200, id: caller.me._id });
    expect(await environment.send('POST', '/api/users/login/passkey', answer)).toMatchObject({
      status: 401,
      body: { reason: 'passkey-not-accepted' },
    });
  });

  test('it finishes a sign-in with the password of its owner only', async () => {
    const [one, other] = [await withPasskey('Owner'), await withPasskey('Other')];
    const { ticket, factors } = (await login(one.caller.me.email)).body;
    expect(factors).toEqual(['passkey', 'recoveryCode']);
    expect((await second({ ticket, passkey: await answered(other.authenticator) })).status).toBe(401);
    expect((await second({ ticket, passkey: await answered(one.authenticator) })).status).toBe(200);
  });

  test('its owner removes it, another person does not', async () => {
    const { caller } = await withPasskey('Keeper');
    const list = (await environment.send<SecondFactorList>('GET', FACTORS, undefined, as(caller.me.token))).body;
    const path = `${FACTORS}/passkeys/${list.passkeys[0]?._id}`;
    expect((await ward.sami.delete(path)).status).toBe(404);
    expect((await caller.delete(path)).body).toMatchObject({ passkeys: [], recoveryCodes: 0 });
    expect((await login<SignedIn>(caller.me.email)).status).toBe(200);
  });

  test('are off at an address that browsers offer none at', async () => {
    const plain = await startTestEnvironment({ PUBLIC_URL: 'http://pharmacy.hospital.test' });
    try {
      const mona = await plain.signUp('Mona');
      const list = await plain.send<SecondFactorList>('GET', FACTORS, undefined, as(mona.me.token));
      expect(list.body.passkeysWork).toBe(false);
      expect(await mona.post(`${FACTORS}/passkeys/options`, {})).toMatchObject({
        status: 400,
        body: { reason: 'passkeys-off' },
      });
      expect((await plain.send('POST', '/api/users/login/passkey-options', {})).status).toBe(400);
    } finally {
      await plain.stop();
    }
  });
});

test('first codes of a new app are limited: an open session is not for guessing the secret', async () => {
  const caller = await environment.signUp('Newcomer');
  const { body } = await caller.post<NewTotpSecret>(`${FACTORS}/totp`, {});
  for (let tries = 0; tries < 10; tries += 1)
    expect((await caller.post(`${FACTORS}/totp/confirm`, { code: '000000' })).status).toBe(400);
  expect((await caller.post(`${FACTORS}/totp/confirm`, { code: codeOf(body.secret) })).status).toBe(429);
  expect((await caller.post<SecondFactorList>(`${FACTORS}/recovery-codes`, {})).status).toBe(409);
});

describe('a fresh proof', () => {
  const anyPasskey = {
    id: 'x',
    rawId: 'x',
    type: 'public-key',
    response: { clientDataJSON: 'x', attestationObject: 'x' },
  };
  const team = () => `/api/teams/${ward.team._id}`;
  const chart = () => `/api/admissions/${ward.admission._id}`;
  const place = () => `${team()}/admin`;
  const account = () => `/api/accounts/${ward.omar.me._id}`;
  test.each<[string, () => [string, string, object?]]>([
    ['deleting a patient', () => ['DELETE', `/api/patients/${ward.patient._id}`]],
    ['deleting an admission', () => ['DELETE', chart()]],
    ['adding a member', () => ['POST', `${team()}/members`, { email: ward.sami.me.email }]],
    ['inviting to a team', () => ['POST', `${team()}/invitations`, { email: 'new@example.org', role: 'reader' }]],
    ['sending an invitation again', () => ['POST', `${team()}/invitations/any/send`, {}]],
    ['offering a chart to another team', () => ['POST', `${chart()}/transfer`, { toTeam: 'any', note: '' }]],
    ['sending images to another account', () => ['PUT', `${team()}/edit`, { cloudName: 'a', uploadPreset: 'b' }]],
    ['sending reviews to the chat assistant', () => ['PUT', `${team()}/edit`, { chatAllowed: true }]],
    ['changing a role', () => ['PUT', `${team()}/members/${ward.omar.me._id}`, { role: 'reader' }]],
    ['removing a member', () => ['DELETE', `${team()}/members/${ward.omar.me._id}`]],
    ['changing the list of members', () => ['PUT', `${team()}/edit`, { members: [] }]],
    ['offering the place of team admin', () => ['PUT', `${place()}/offer`, { userId: ward.omar.me._id }]],
    ['taking the place of team admin', () => ['PUT', `${place()}/answer`, { accept: true }]],
    ['appointing a team admin', () => ['PUT', place(), { userId: ward.omar.me._id, reason: 'Left' }]],
    ['agreeing to an erasure', () => ['PUT', `/api/patients/${ward.patient._id}/erasure/agree`, {}]],
    ['disabling an account', () => ['PUT', account(), { disabled: true, reason: 'Left' }]],
    ["ending an account's sessions", () => ['DELETE', `${account()}/sessions`]],
    ['setting up an app', () => ['POST', `${FACTORS}/totp`, {}]],
    ['adding an app', () => ['POST', `${FACTORS}/totp/confirm`, { code: '123456' }]],
    ['setting up a passkey', () => ['POST', `${FACTORS}/passkeys/options`, {}]],
    ['adding a passkey', () => ['POST', `${FACTORS}/passkeys`, { ticket: 'x', name: 'Phone', answer: anyPasskey }]],
    ['removing a passkey', () => ['DELETE', `${FACTORS}/passkeys/any`]],
    ['removing an app', () => ['DELETE', `${FACTORS}/totp`]],
    ['making recovery codes', () => ['POST', `${FACTORS}/recovery-codes`, {}]],
  ])('is needed in a page for %s', async (_what, callOf) => {
    const page = await inPage(ward.mona);
    await page.age(11);
    expect(await page.send(...callOf())).toMatchObject({ status: 403, body: { reason: 'proof-needed' } });
  });

  test('is asked for after ten minutes, and the repeated call goes through', async () => {
    const page = await inPage(ward.mona);
    const path = `/api/teams/${ward.team._id}/members/${ward.hany.me._id}`;
    await page.age(9);
    expect((await page.send('PUT', path, { role: 'reader' })).status).toBe(200);
    await page.age(10);
    expect((await page.send('PUT', path, { role: 'physician' })).status).toBe(403);
    const { status, body } = await page.send<Proven>('POST', '/api/users/me/proof', { password: PASSWORD });
    expect(status).toBe(200);
    expect(Date.parse(body.provenUntil) - Date.now()).toBeGreaterThan(9 * 60_000);
    expect((await page.send('PUT', path, { role: 'physician' })).status).toBe(200);
  });

  test('is no matter for the rest of a page, and for other API clients', async () => {
    const page = await inPage(ward.mona);
    await page.age(600);
    expect((await page.send('PUT', `/api/teams/${ward.team._id}/edit`, { about: '<p>24 beds</p>' })).status).toBe(200);
    const path = `/api/teams/${ward.team._id}/members/${ward.hany.me._id}`;
    expect((await ward.mona.put(path, { role: 'physician' })).status).toBe(200);
    const invited = { email: 'other-client@example.org', role: 'reader' };
    expect((await ward.mona.post(`${team()}/invitations`, invited)).status).toBe(201);
  });

  test('may be a code, a recovery code, a passkey or the password of the same person', async () => {
    const { caller, secret, codes } = await withTotp('Prover');
    const key = await withPasskey('Prover2');
    const prove = (by: Caller, body: object) => by.post<Problem>('/api/users/me/proof', body);
    const code = nextCodeOf(secret);
    expect((await prove(caller, { code })).status).toBe(200);
    expect((await prove(caller, { recoveryCode: codes[3] })).status).toBe(200);
    expect((await prove(key.caller, { passkey: await answered(key.authenticator) })).status).toBe(200);
    expect((await prove(caller, { passkey: await answered(key.authenticator) })).body.reason).toBe(
      'passkey-not-proved',
    );
    expect((await prove(caller, { code })).body.fieldReasons).toEqual({ code: { reason: 'wrong-code' } });
    expect((await prove(caller, { recoveryCode: codes[3] })).body.fieldReasons).toHaveProperty('recoveryCode');
    expect((await prove(caller, { password: 'another' })).body.fieldReasons).toHaveProperty('password');
  });

  test('is limited: a session that was left open is not for guessing', async () => {
    const page = await inPage(ward.sami);
    for (let tries = 0; tries < 10; tries += 1)
      expect((await page.send('POST', '/api/users/me/proof', { code: '000000' })).status).toBe(400);
    expect((await page.send('POST', '/api/users/me/proof', { password: PASSWORD })).status).toBe(429);
    expect((await ward.sami.post('/api/users/me/proof', { password: PASSWORD })).status).toBe(200);
  });
});

test('no secret, code or challenge is in the log of the service', async () => {
  const { secret, codes } = await withTotp('Logged');
  for (const text of [secret, ...codes]) expect(environment.logged()).not.toContain(text);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem, SignedIn } from 'language/contract/entities';
import type { PasskeyChallenge } from 'language/contract/second-factors';
import { ASKS_FOR_COOKIE, type LockState, SESSION_HEADER } from 'language/contract/sessions';
import { ORIGIN as PRODUCT, startProductWithProvider } from '../../testing/single-sign-on.ts';
import { type SoftwareAuthenticator, softwareAuthenticator } from '../../testing/software-authenticator.ts';
import {
  ADMIN_EMAIL,
  type Caller,
  PASSWORD,
  startTestEnvironment,
  type TestEnvironment,
} from '../../testing/test-environment.ts';

const ORIGIN = 'http://localhost:8080';
const FACTORS = '/api/users/me/second-factors';
const PIN = '482915';
type Challenge = PasskeyChallenge & {
  options: { challenge: string; user: { id: string }; allowCredentials?: { id: string }[]; userVerification?: string };
};
interface Answered {
  readonly ticket: string;
  readonly answer: object;
}

let environment: TestEnvironment;
let mona: Caller;
let omar: Caller;
let monasKey: SoftwareAuthenticator;
let omarsKey: SoftwareAuthenticator;
beforeAll(async () => {
  environment = await startTestEnvironment({ RATE_LIMIT: 'on' });
  [mona, omar] = await Promise.all([environment.signUp('Mona'), environment.signUp('Omar')]);
  [monasKey, omarsKey] = await Promise.all([withPasskey(mona.me.token), withPasskey(omar.me.token)]);
});
afterAll(() => environment.stop());

/** @param token a session of the person */
async function withPasskey(token: string, at = environment, origin = ORIGIN): Promise<SoftwareAuthenticator> {
  const authenticator = softwareAuthenticator(origin);
  const as = { authorization: `bearer ${token}` };
  const { body } = await at.send<Challenge>('POST', `${FACTORS}/passkeys/options`, {}, as);
  const added = { ticket: body.ticket, answer: authenticator.create(body.options), name: '' };
  expect((await at.send('POST', `${FACTORS}/passkeys`, added, as)).status).toBe(201);
  return authenticator;
}

/** A session of a token: what its page calls. */
function session(token: string, at = environment) {
  const send = <Body = Problem>(method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    at.send<Body>(method, path, body, { authorization: `bearer ${token}`, ...headers });
  const challenge = async () => (await send<Challenge>('POST', '/api/users/me/unlock/passkey-options', {})).body;
  return {
    send,
    challenge,
    lock: async () => (await send<LockState>('POST', '/api/users/me/lock')).body,
    unlock: (body: object, headers = {}) => send<Problem & LockState>('POST', '/api/users/me/unlock', body, headers),
    async answered(key: SoftwareAuthenticator): Promise<Answered> {
      const { ticket, options } = await challenge();
      return { ticket, answer: key.get(options) };
    },
    /** 400: the session counts, and the body is refused. */
    status: async () => (await send('POST', '/api/teams', {})).status,
  };
}
/** Begins a session with a passkey: these people need one. */
async function signIn(key: SoftwareAuthenticator, headers: Record<string, string> = {}) {
  const { body } = await environment.send<Challenge>('POST', '/api/users/login/passkey-options', {});
  const answer = { ticket: body.ticket, answer: key.get(body.options) };
  const begun = await environment.send<SignedIn>('POST', '/api/users/login/passkey', answer, headers);
  return session(begun.body.token);
}
const refused = ({ status, body }: { status: number; body: Problem }) => [status, body.reason];

test('a locked session offers the passkeys of its person, and one of them unlocks it with the key of the drafts', async () => {
  const page = await signIn(monasKey);
  const keyBefore = (await page.send<{ key: string }>('GET', '/api/users/me/device-key')).body.key;
  expect(await page.lock()).toEqual({ isLocked: true, ways: ['passkey', 'password'], isOfProvider: false });
  const { options } = await page.challenge();
  expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: monasKey.id }] });
  expect(options.allowCredentials).toHaveLength(1);
  expect((await page.send('GET', '/api/users/me/device-key')).status).toBe(401);

  expect(await page.unlock({ passkey: await page.answered(monasKey) })).toMatchObject({
    status: 200,
    body: { isLocked: false, ways: [] },
  });
  expect(await page.status()).toBe(400);
  expect((await page.send<{ key: string }>('GET', '/api/users/me/device-key')).body.key).toBe(keyBefore);
});

test('the passkey of another person does not unlock it, also with their own challenge', async () => {
  const [page, omars] = [await signIn(monasKey), await signIn(omarsKey)];
  await page.lock();
  expect(refused(await page.unlock({ passkey: await page.answered(omarsKey) }))).toEqual([400, 'passkey-not-proved']);
  expect(refused(await page.unlock({ passkey: await omars.answered(omarsKey) }))).toEqual([400, 'passkey-not-proved']);
  expect(await page.status()).toBe(401);
  expect(await omars.status()).toBe(400);
});

test('an answer counts once, also for another session of its person', async () => {
  const [page, other] = [await signIn(monasKey), await signIn(monasKey)];
  await Promise.all([page.lock(), other.lock()]);
  const passkey = await page.answered(monasKey);
  expect((await page.unlock({ passkey })).status).toBe(200);
  await page.lock();
  for (const one of [page, other]) expect(refused(await one.unlock({ passkey }))).toEqual([400, 'passkey-not-proved']);
  expect([await page.status(), await other.status()]).toEqual([401, 401]);
});

test('of many equal answers at the same time one counts', async () => {
  const page = await signIn(monasKey);
  await page.lock();
  const passkey = await page.answered(monasKey);
  const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await page.unlock({ passkey })).status));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
});

test('an answer to another challenge, of an unverified user, or without a ticket does not count', async () => {
  const page = await signIn(monasKey);
  await page.lock();
  const { answer } = await page.answered(monasKey);
  const { ticket } = await page.challenge();
  monasKey.behaviour.verifiesUser = false;
  const unverified = await page.answered(monasKey);
  monasKey.behaviour.verifiesUser = true;
  for (const passkey of [{ ticket, answer }, unverified, { ticket: 'x', answer }])
    expect(refused(await page.unlock({ passkey }))).toEqual([400, 'passkey-not-proved']);
  expect((await page.unlock({ passkey: { ticket, answer: { id: '!' } } })).status).toBe(400);
  expect(await page.status()).toBe(401);
});

test('one way is given, and a code or recovery code is none', async () => {
  const page = await signIn(monasKey);
  await page.lock();
  const passkey = await page.answered(monasKey);
  for (const body of [
    { passkey, password: PASSWORD },
    { passkey, pin: PIN },
  ])
    expect(refused(await page.unlock(body))).toEqual([400, 'unlock-way-required']);
  for (const body of [{ code: '123456' }, { recoveryCode: 'x' }]) expect((await page.unlock(body)).status).toBe(400);
  expect(await page.status()).toBe(401);
});

test('wrong passkeys and wrong passwords have one limit, of this session', async () => {
  const [page, other] = [await signIn(monasKey), await signIn(monasKey)];
  await Promise.all([page.lock(), other.lock()]);
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await page.unlock({ passkey: await page.answered(omarsKey) })).status).toBe(400);
    expect((await page.unlock({ password: 'not this one' })).status).toBe(400);
  }
  expect(refused(await page.unlock({ passkey: await page.answered(monasKey) }))).toEqual([429, 'too-many-attempts']);
  expect((await other.unlock({ passkey: await other.answered(monasKey) })).status).toBe(200);
});

test('an ended session and a visitor get no challenge and are not unlocked', async () => {
  const page = await signIn(monasKey);
  await page.lock();
  const passkey = await page.answered(monasKey);
  expect((await page.send('POST', '/api/users/logout')).status).toBe(200);
  expect(refused(await page.unlock({ passkey }))).toEqual([401, 'token-failed']);
  expect((await page.send('POST', '/api/users/me/unlock/passkey-options', {})).status).toBe(401);
  expect((await environment.send('POST', '/api/users/me/unlock/passkey-options', {})).status).toBe(401);
  expect((await environment.send('POST', '/api/users/me/unlock', { passkey })).status).toBe(401);
});

test('in a page a password and a passkey renew the fresh proof, a PIN does not', async () => {
  const page = await signIn(omarsKey, { [SESSION_HEADER]: ASKS_FOR_COOKIE });
  const age = () => environment.pool.query(`update accounts.session_proof set proven_at = now() - interval '1 hour'`);
  const asksForProof = async () => (await page.send('POST', `${FACTORS}/recovery-codes`, {})).status === 403;
  const { headers } = await fetch(`${environment.url}/api/users/me/pin`, {
    method: 'PUT',
    headers: { authorization: `bearer ${omar.me.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pin: PIN, password: PASSWORD }),
  });
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';

  await age();
  expect(await asksForProof()).toBe(true);
  for (const sent of [{ password: PASSWORD }, { passkey: await page.answered(omarsKey) }]) {
    await age();
    await page.lock();
    expect((await page.unlock(sent)).status).toBe(200);
    expect(await asksForProof()).toBe(false);
  }
  await age();
  await page.lock();
  expect((await page.unlock({ pin: PIN }, { cookie })).status).toBe(200);
  expect(await asksForProof()).toBe(true);
});

test('at an address that browsers offer none at, passkeys are no way and say why', async () => {
  const plain = await startTestEnvironment({ PUBLIC_URL: 'http://pharmacy.hospital.test' });
  try {
    const { me } = await plain.signUp('Hany');
    const page = session(me.token, plain);
    await plain.pool.query(
      `insert into accounts.passkey (passkey_id, credential_id, user_id, public_key, counter, transports, name)
       values (gen_random_uuid(), 'of another address', $1, '', 0, '{}', '')`,
      [me._id],
    );
    expect((await page.lock()).ways).toEqual(['password']);
    for (const answer of [
      await page.send('POST', '/api/users/me/unlock/passkey-options', {}),
      await page.unlock({ passkey: { ticket: 'x', answer: monasKey.get({ challenge: 'x' }) } }),
    ])
      expect(refused(answer)).toEqual([400, 'passkeys-off']);
  } finally {
    await plain.stop();
  }
});

test('without local accounts a person of the provider unlocks by passkey, or signs in again', async () => {
  const product = await startProductWithProvider({ LOCAL_ACCOUNTS: 'off' });
  try {
    const { environment: hospital } = product;
    const begun = (await product.signIn(product.person('amal'))).body;
    const page = session(begun.token, hospital);
    expect(await page.lock()).toEqual({ isLocked: true, ways: [], isOfProvider: true });
    expect(refused(await page.unlock({ password: PASSWORD }))).toEqual([403, 'local-accounts-off']);
    expect((await page.send('POST', '/api/users/logout')).status).toBe(200);

    const again = (await product.signIn('amal')).body;
    const key = await withPasskey(again.token, hospital, PRODUCT);
    const second = session(again.token, hospital);
    expect((await second.lock()).ways).toEqual(['passkey']);
    expect((await second.unlock({ passkey: await second.answered(key) })).status).toBe(200);
    expect(await second.status()).toBe(400);

    const admin = { email: ADMIN_EMAIL, password: PASSWORD };
    const { body } = await hospital.send<SignedIn>('POST', '/api/users/login', admin);
    expect(await session(body.token, hospital).lock()).toMatchObject({ ways: ['password'], isOfProvider: false });
  } finally {
    await product.stop();
  }
});

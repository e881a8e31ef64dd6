import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDevicePins } from '../../accounts/device-pins.ts';
import type { SignedIn, SignedInByCookie } from 'language/contract/entities';
import { PASSWORD, startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment({ BROWSER_SESSION: 'cookie', RATE_LIMIT: 'on' });
  await Promise.all([environment.signUp('Mona'), environment.signUp('Omar')]);
});
afterAll(() => environment.stop());

const PIN = '482915';

/** A browser: it keeps its cookies, as a browser does. */
function browser() {
  const cookies = new Map<string, string>();
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(environment.url + path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split('=');
      cookies.set(name, value);
    }
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, headers: answer.headers };
  };
  return {
    cookies,
    /** @param kind how the session is kept */
    async signIn(name: string, kind: 'token' | 'cookie' = 'cookie') {
      const asks = kind === 'cookie' ? { 'x-session': 'new' } : undefined;
      const { body } = await call(
        'POST',
        '/api/users/login',
        { email: `${name}@hospital.test`, password: PASSWORD },
        asks,
      );
      const { token, sessionId } = body as unknown as Partial<SignedIn & SignedInByCookie>;
      const proof: Record<string, string> =
        kind === 'cookie' ? { 'x-session': sessionId! } : { authorization: `bearer ${token}` };
      const send = (method: string, path: string, sent?: object) => call(method, path, sent, proof);
      return {
        send,
        lock: () => send('POST', '/api/users/me/lock'),
        unlock: (sent: object) => send('POST', '/api/users/me/unlock', sent),
        setPin: (pin: string, password = PASSWORD) => send('PUT', '/api/users/me/pin', { pin, password }),
        hasPin: async () => (await send('GET', '/api/users/me/pin')).body['isSet'],
        /** 400: the session counts, and the body is refused. */
        status: async () => (await send('POST', '/api/teams', {})).status,
      };
    },
  };
}
const reasonOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['reason']];

describe.each(['token', 'cookie'] as const)('a session that is a %s', (kind) => {
  test('does nothing while it is locked, and goes on after the password', async () => {
    const mona = await browser().signIn('mona', kind);
    expect(await mona.lock()).toMatchObject({ status: 200, body: { isLocked: true, ways: ['password'] } });
    for (const [method, path] of [
      ['POST', '/api/teams'],
      ['GET', '/api/users/me/pin'],
      ['PUT', '/api/users/me/pin'],
      ['DELETE', '/api/users/me/sessions'],
      ['POST', '/api/users/me/UNLOCK'],
    ] as const)
      expect([path, ...reasonOf(await mona.send(method, path, method === 'GET' ? undefined : {}))]).toEqual([
        path,
        401,
        'session-locked',
      ]);
    expect(reasonOf(await mona.unlock({ password: 'not this one' }))).toEqual([400, 'wrong-password']);
    expect(await mona.status()).toBe(401);
    expect(await mona.unlock({ password: PASSWORD })).toMatchObject({ status: 200, body: { isLocked: false } });
    expect(await mona.status()).toBe(400);
  });

  test('is unlocked by the PIN of its person on this device, and on no other', async () => {
    const ward = browser();
    const mona = await ward.signIn('mona', kind);
    expect(await mona.setPin(PIN)).toMatchObject({ status: 200, body: { isSet: true } });
    expect((await mona.lock()).body['ways']).toEqual(['pin', 'password']);
    expect((await mona.unlock({ pin: '٤٨٢٩١٥' })).status).toBe(200);
    expect(await mona.status()).toBe(400);

    const elsewhere = await browser().signIn('mona', kind);
    expect(await elsewhere.hasPin()).toBe(false);
    expect((await elsewhere.lock()).body['ways']).toEqual(['password']);
    expect(reasonOf(await elsewhere.unlock({ pin: PIN }))).toEqual([400, 'no-pin']);

    const omar = await ward.signIn('omar', kind);
    expect(await omar.hasPin()).toBe(false);
    await omar.lock();
    expect(reasonOf(await omar.unlock({ pin: PIN }))).toEqual([400, 'no-pin']);
    expect(reasonOf(await omar.unlock({ password: PASSWORD }))).toEqual([200, undefined]);
  });
});

test('the PIN stays on the device when its person signs in there again', async () => {
  const ward = browser();
  const before = await ward.signIn('mona');
  await before.setPin(PIN);
  await before.lock();
  expect((await before.send('POST', '/api/users/logout')).status).toBe(200);
  const after = await ward.signIn('mona');
  expect(await after.hasPin()).toBe(true);
  await after.lock();
  expect((await after.unlock({ pin: PIN })).status).toBe(200);
});

test('the cookie of the device is closed to scripts, and neither it nor the PIN is stored or logged in clear', async () => {
  const ward = browser();
  const mona = await ward.signIn('mona');
  const { headers } = await mona.setPin(PIN);
  expect(headers.get('set-cookie')).toMatch(/^pin-device=[\w-]{43}; path=\/; expires=.+; samesite=lax; httponly$/);
  const { rows } = await environment.pool.query<{ row: string }>(
    'select device_pin::text as row from accounts.device_pin',
  );
  const stored = rows.map(({ row }) => row).join();
  for (const secret of [PIN, ward.cookies.get('pin-device')!]) {
    expect(stored).not.toContain(secret);
    expect(environment.logged()).not.toContain(secret);
  }
});

/** For how many days from now the answer sets the cookie of the device. */
function daysOfDevice(headers: Headers): number | undefined {
  const expires = /^pin-device=.+; expires=([^;]+)/.exec(headers.getSetCookie().join())?.[1];
  return expires === undefined
    ? undefined
    : Math.round((Date.parse(expires) - Date.parse(headers.get('date')!)) / 86_400_000);
}

test('a PIN in use does not end: each unlocking by PIN renews the cookie of the device', async () => {
  const ward = browser();
  const mona = await ward.signIn('mona');
  expect(daysOfDevice((await mona.setPin(PIN)).headers)).toBe(90);
  const device = ward.cookies.get('pin-device');
  await mona.lock();
  expect(daysOfDevice((await mona.unlock({ pin: '705318' })).headers)).toBeUndefined();
  expect(daysOfDevice((await mona.unlock({ pin: PIN })).headers)).toBe(90);
  expect(ward.cookies.get('pin-device')).toBe(device);
  await mona.lock();
  expect(daysOfDevice((await mona.unlock({ password: PASSWORD })).headers)).toBeUndefined();
});

test('the server chooses the id of a device: another one is replaced', async () => {
  const ward = browser();
  const mona = await ward.signIn('mona', 'token');
  for (const chosen of ['a', 'A'.repeat(43)]) {
    ward.cookies.set('pin-device', chosen);
    expect((await mona.setPin(PIN)).status).toBe(200);
    expect(ward.cookies.get('pin-device')).toMatch(/^[\w-]{43}$/);
    expect(ward.cookies.get('pin-device')).not.toBe(chosen);
  }
  const given = ward.cookies.get('pin-device');
  const omar = await ward.signIn('omar', 'token');
  await omar.setPin('705318');
  expect(ward.cookies.get('pin-device')).toBe(given);
  expect([await mona.hasPin(), await omar.hasPin()]).toEqual([true, true]);
});

test('a PIN that was not used for 90 days is removed', async () => {
  const [old, recent] = [await browser().signIn('mona', 'token'), await browser().signIn('mona', 'token')];
  const age = (days: number) =>
    environment.pool.query(
      `update accounts.device_pin set used_at = now() - make_interval(days => $1)
       where used_at = (select max(used_at) from accounts.device_pin)`,
      [days],
    );
  await old.setPin(PIN);
  await age(91);
  await recent.setPin(PIN);
  await age(89);
  const passwords = { hash: async () => '', matches: async () => false };
  await createDevicePins(environment.pool, Buffer.alloc(32), passwords).removeExpired();
  expect([await old.hasPin(), await recent.hasPin()]).toEqual([false, true]);
});

test('after five wrong tries the PIN is gone, and the right one is wrong as well', async () => {
  const mona = await browser().signIn('mona');
  await mona.setPin(PIN);
  await mona.lock();
  const answers: unknown[] = [];
  for (let tries = 0; tries < 5; tries += 1) answers.push((await mona.unlock({ pin: '705318' })).body['message']);
  expect(answers).toEqual([
    'This is not your PIN: 4 tries are left',
    'This is not your PIN: 3 tries are left',
    'This is not your PIN: 2 tries are left',
    'This is not your PIN: one try is left',
    'There is no PIN on this device, or it was typed wrong five times: please use your password or passkey',
  ]);
  expect(reasonOf(await mona.unlock({ pin: PIN }))).toEqual([400, 'no-pin']);
  expect((await mona.lock()).body['ways']).toEqual(['password']);
  expect((await mona.unlock({ password: PASSWORD })).status).toBe(200);
});

test('of twenty tries at the same time five are checked', async () => {
  const ward = browser();
  const sessions: Awaited<ReturnType<typeof ward.signIn>>[] = [];
  // One after the other: sign-ins under way count against the limit of sign-ins.
  while (sessions.length < 20) sessions.push(await ward.signIn('omar', 'token'));
  await sessions[0]!.setPin(PIN);
  const answers = await Promise.all(sessions.map(({ unlock }) => unlock({ pin: '705318' })));
  expect(answers.filter(({ body }) => body['reason'] === 'wrong-pin').length).toBeLessThanOrEqual(4);
  expect(await sessions[0]!.hasPin()).toBe(false);
});

test('a right try begins the count again', async () => {
  const mona = await browser().signIn('mona');
  await mona.setPin(PIN);
  for (let round = 0; round < 2; round += 1) {
    for (let tries = 0; tries < 4; tries += 1) await mona.unlock({ pin: '705318' });
    expect((await mona.unlock({ pin: PIN })).status).toBe(200);
  }
});

test('two people with a PIN on one device have their own tries, and remove their own', async () => {
  const ward = browser();
  const [mona, omar] = [await ward.signIn('mona', 'token'), await ward.signIn('omar', 'token')];
  await mona.setPin(PIN);
  await omar.setPin('705318');
  for (let tries = 0; tries < 4; tries += 1) await mona.unlock({ pin: '705318' });
  // His right PIN gives no further tries for hers.
  expect((await omar.unlock({ pin: '705318' })).status).toBe(200);
  expect(reasonOf(await mona.unlock({ pin: '705318' }))).toEqual([400, 'no-pin']);
  expect([await mona.hasPin(), await omar.hasPin()]).toEqual([false, true]);
  await mona.setPin(PIN);
  await omar.send('DELETE', '/api/users/me/pin');
  expect([await mona.hasPin(), await omar.hasPin()]).toEqual([true, false]);
});

test('a PIN needs the password, six digits, and no pattern', async () => {
  const mona = await browser().signIn('mona');
  expect(reasonOf(await mona.setPin(PIN, 'not this one'))).toEqual([400, 'wrong-password']);
  expect(reasonOf(await mona.setPin('123456'))).toEqual([400, 'pin-too-simple']);
  for (const pin of ['48291', '4829155', '48291a', ''])
    expect((await mona.setPin(pin)).body['fields']).toEqual({ pin: 'A PIN has six digits' });
  expect(await mona.hasPin()).toBe(false);
  await mona.setPin(PIN);
  expect(await mona.send('DELETE', '/api/users/me/pin')).toMatchObject({ status: 200, body: { isSet: false } });
  expect(await mona.hasPin()).toBe(false);
});

test('one way is given, not both and not none', async () => {
  const mona = await browser().signIn('mona');
  for (const sent of [{}, { pin: PIN, password: PASSWORD }])
    expect(reasonOf(await mona.unlock(sent))).toEqual([400, 'unlock-way-required']);
});

test('a new password ends the PINs of its person, and of no other', async () => {
  const [ward, office] = [browser(), browser()];
  const [mona, omar] = [await ward.signIn('mona'), await office.signIn('omar')];
  await mona.setPin(PIN);
  await omar.setPin(PIN);
  await environment.pool.query(
    `update accounts.credential set password_hash = password_hash || 'x' where email = 'mona@hospital.test'`,
  );
  expect([await mona.hasPin(), await omar.hasPin()]).toEqual([false, true]);
  await environment.pool.query(
    `update accounts.credential set password_hash = rtrim(password_hash, 'x') where email = 'mona@hospital.test'`,
  );
});

test('a locked session ends by its limits: no try and no look prolongs it', async () => {
  const mona = await browser().signIn('mona', 'token');
  await mona.lock();
  await environment.pool.query(
    `update accounts.session set used_at = now() - interval '59 minutes' where locked_at is not null`,
  );
  expect(await mona.status()).toBe(401);
  const { rows } = await environment.pool.query<{ minutes: number }>(
    `select extract(epoch from now() - used_at)::int / 60 as minutes from accounts.session where locked_at is not null`,
  );
  expect(rows.every(({ minutes }) => minutes === 59)).toBe(true);
  await environment.pool.query(
    `update accounts.session set used_at = now() - interval '61 minutes' where locked_at is not null`,
  );
  expect(reasonOf(await mona.unlock({ password: PASSWORD }))).toEqual([401, 'token-failed']);
});

test('wrong passwords are limited for each session', async () => {
  const ward = browser();
  const [tried, other] = [await ward.signIn('omar', 'token'), await ward.signIn('omar', 'token')];
  for (let tries = 0; tries < 10; tries += 1) await tried.unlock({ password: 'not this one' });
  expect(reasonOf(await tried.unlock({ password: PASSWORD }))).toEqual([429, 'too-many-attempts']);
  expect((await other.unlock({ password: PASSWORD })).status).toBe(200);
});

test('wrong passwords for a new PIN are limited with those that unlock', async () => {
  const ward = browser();
  const [tried, other] = [await ward.signIn('omar', 'token'), await ward.signIn('omar', 'token')];
  for (let tries = 0; tries < 10; tries += 1) await tried.setPin(PIN, 'not this one');
  expect(reasonOf(await tried.setPin(PIN))).toEqual([429, 'too-many-attempts']);
  expect(reasonOf(await tried.unlock({ password: PASSWORD }))).toEqual([429, 'too-many-attempts']);
  expect((await other.setPin(PIN)).status).toBe(200);
});

test('another session of the person goes on', async () => {
  const [locked, other] = [await browser().signIn('mona'), await browser().signIn('mona')];
  await locked.lock();
  expect([await locked.status(), await other.status()]).toEqual([401, 400]);
});

test('without a session there is nothing to lock', async () => {
  for (const path of ['/api/users/me/lock', '/api/users/me/unlock'])
    expect((await environment.send('POST', path, {})).status).toBe(401);
});

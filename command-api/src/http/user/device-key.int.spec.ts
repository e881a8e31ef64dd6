import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from 'language/contract/entities';
import { type Caller, PASSWORD, startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let mona: Caller;
let omar: Caller;
beforeAll(async () => {
  environment = await startTestEnvironment();
  [mona, omar] = await Promise.all([environment.signUp('Mona'), environment.signUp('Omar')]);
});
afterAll(() => environment.stop());

const ask = (token: string, url = environment.url) =>
  fetch(`${url}/api/users/me/device-key`, { headers: { authorization: `bearer ${token}` } });
const keyOf = async (token: string, url?: string): Promise<unknown> =>
  ((await (await ask(token, url)).json()) as { key?: unknown }).key;
const signIn = async (caller: Caller, password = PASSWORD): Promise<string> =>
  (await environment.send<SignedIn>('POST', '/api/users/login', { email: caller.me.email, password })).body.token;

test('each person has a key of their own, which no cache keeps', async () => {
  const answer = await ask(mona.me.token);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const { key } = (await answer.json()) as { key: string };
  expect(Buffer.from(key, 'base64url')).toHaveLength(32);
  expect(await keyOf(omar.me.token)).not.toBe(key);
});

test('the key is the same in all sessions and processes, also of pages that ask at the same time', async () => {
  const sara = await environment.signUp('Sara');
  const keys = await Promise.all(Array.from({ length: 5 }, () => keyOf(sara.me.token)));
  keys.push(await keyOf(await signIn(sara)), await keyOf(sara.me.token, await environment.another()));
  expect(new Set(keys).size).toBe(1);
});

test('a new password and the end of all other sessions change no key', async () => {
  const before = await keyOf(omar.me.token);
  const another = 'another horse 2';
  const changed = await omar.put(`/api/users/${omar.me._id}/edit`, { password: another, currentPassword: PASSWORD });
  expect(changed.status).toBe(200);
  const token = await signIn(omar, another);
  await environment.send('DELETE', '/api/users/me/sessions', undefined, { authorization: `bearer ${token}` });
  expect(await keyOf(token)).toBe(before);
});

test('a locked session gets no key until it is unlocked', async () => {
  const before = await keyOf(mona.me.token);
  await mona.post('/api/users/me/lock', {});
  const refused = await ask(mona.me.token);
  expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ reason: 'session-locked' })]);
  await mona.post('/api/users/me/unlock', { password: PASSWORD });
  expect(await keyOf(mona.me.token)).toBe(before);
});

test('without a session there is no key', async () => {
  expect([(await ask('unknown')).status, (await fetch(`${environment.url}/api/users/me/device-key`)).status]).toEqual([
    401, 401,
  ]);
});

test('without its salt the key of a person is another one', async () => {
  const before = await keyOf(mona.me.token);
  await environment.pool.query('delete from accounts.device_key where user_id = $1', [mona.me._id]);
  expect(await keyOf(mona.me.token)).not.toBe(before);
});

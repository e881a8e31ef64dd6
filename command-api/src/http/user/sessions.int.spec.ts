import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { SignedIn } from 'language/contract/entities';
import type { EndedSessions } from 'language/contract/sessions';
import {
  type Caller,
  sharedTestEnvironment,
  PASSWORD,
  type SharedTestEnvironment,
} from '../../testing/test-environment.ts';

let environment: SharedTestEnvironment;
let mona: Caller;
let omar: Caller;
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  [mona, omar] = await Promise.all([environment.signUp('Mona'), environment.signUp('Omar')]);
});

interface Stored {
  session_id: string;
  method: string;
  kind: string;
  device: string | null;
  address: string | null;
}
const storedOf = async ({ me }: Caller): Promise<Stored[]> =>
  (
    await environment.pool.query<Stored>(
      `select session_id, method, kind, device, address from accounts.session where user_id = $1 order by created_at`,
      [me._id],
    )
  ).rows;

async function signIn({ me }: Caller, headers: Record<string, string> = {}) {
  const { body } = await environment.send<SignedIn>(
    'POST',
    '/api/users/login',
    { email: me.email, password: PASSWORD },
    headers,
  );
  const stored = await storedOf({ me } as Caller);
  const id = stored.at(-1)!.session_id;
  return {
    id,
    token: body.token,
    /** 400: the session lives, and the body is refused. */
    status: async () =>
      (await environment.send('POST', '/api/teams', {}, { authorization: `bearer ${body.token}` })).status,
    endOthers: () =>
      environment.send<EndedSessions>('DELETE', '/api/users/me/sessions', undefined, {
        authorization: `bearer ${body.token}`,
      }),
  };
}

test('a session knows how, from where, and on which device it began', async () => {
  const nadia = await environment.signUp('Nadia');
  await signIn(nadia, {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    'x-forwarded-for': '10.1.2.3',
  });
  await signIn(nadia, { 'user-agent': 'ward-importer/2', 'x-forwarded-for': 'fd00::7' });
  expect(await storedOf(nadia)).toMatchObject([
    { method: 'signUp', kind: 'token', device: 'node', address: expect.stringContaining('127.0.0.1') },
    { method: 'password', kind: 'token', device: 'Firefox on Linux', address: '10.1.2.3' },
    { method: 'password', kind: 'token', device: 'ward-importer', address: 'fd00::7' },
  ]);
});

test('an empty id ends no session, and other paths may end with a slash', async () => {
  const [asking, other] = [await signIn(mona), await signIn(mona)];
  const send = (method: string, path: string, body?: object) =>
    environment.send(method, path, body, { authorization: `bearer ${asking.token}` });
  expect((await send('DELETE', '/api/users/me/sessions/')).status).toBe(404);
  expect([await other.status(), (await send('POST', '/api/teams/', {})).status]).toEqual([400, 400]);
});

test('a person ends one of their sessions: its next call is refused, the others live', async () => {
  const [ended, other] = [await signIn(mona), await signIn(mona)];
  expect([await ended.status(), await other.status()]).toEqual([400, 400]);
  expect(await mona.delete(`/api/users/me/sessions/${ended.id}`)).toEqual({ status: 200, body: { ended: 1 } });
  expect([await ended.status(), await other.status()]).toEqual([401, 400]);
});

test("another person's session, an ended one, an expired one and no id at all are answered alike", async () => {
  const [others, ended, expired] = [await signIn(omar), await signIn(mona), await signIn(mona)];
  await mona.delete(`/api/users/me/sessions/${ended.id}`);
  await environment.pool.query(
    `update accounts.session set used_at = now() - interval '2 hours' where session_id = $1`,
    [expired.id],
  );
  for (const id of [others.id, ended.id, expired.id, randomUUID(), 'unknown', 'a'.repeat(40)])
    expect(await mona.delete(`/api/users/me/sessions/${id}`), id).toEqual({
      status: 404,
      body: { message: 'Not found', code: 'notFound', reason: 'not-found' },
    });
  expect(await others.status()).toBe(400);
});

test('a call that a page makes by itself does not prolong its session', async () => {
  const { id, token } = await signIn(mona);
  const call = async (headers: Record<string, string>) => {
    await environment.send('POST', '/api/teams', {}, { authorization: `bearer ${token}`, ...headers });
    const { rows } = await environment.pool.query<{ idle: boolean }>(
      `select used_at < now() - interval '30 minutes' as idle from accounts.session where session_id = $1`,
      [id],
    );
    return rows[0]?.idle;
  };
  await environment.pool.query(
    `update accounts.session set used_at = now() - interval '40 minutes' where session_id = $1`,
    [id],
  );
  expect(await call({ 'x-unattended': 'true' })).toBe(true);
  expect(await call({})).toBe(false);
});

test("ending all others leaves this session and other people's", async () => {
  const [here, there, omars] = [await signIn(mona), await signIn(mona), await signIn(omar)];
  const { status, body } = await here.endOthers();
  expect(status).toBe(200);
  expect(body.ended).toBeGreaterThanOrEqual(2);
  expect([await here.status(), await there.status(), await omars.status()]).toEqual([400, 401, 400]);
  expect(await here.endOthers()).toEqual({ status: 200, body: { ended: 0 } });
});

test('neither devices nor addresses are in a log line', async () => {
  await signIn(omar, { 'user-agent': 'canary-agent/1', 'x-forwarded-for': '203.0.113.77' });
  expect(environment.logged()).not.toMatch(/canary-agent|203\.0\.113\.77/);
});

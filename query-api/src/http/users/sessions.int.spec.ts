import type { UserSession } from 'language/contract/sessions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const listOf = async (token: string): Promise<UserSession[]> => {
  const { status, body } = await environment.get('/api/users/me/sessions', { token });
  expect(status).toBe(200);
  return body as UserSession[];
};

test('a person sees their own live sessions, the last used first, and which one this is', async () => {
  const { mona, karim } = environment.tokens;
  const second = await environment.signIn('mona');
  await environment.rows.query(
    `insert into accounts.session (session_id, token_hash, user_id, created_at, used_at, device, address, method, kind)
     values (gen_random_uuid(), 'a', 'mona', now() - interval '3 hours', now() - interval '5 minutes',
             'Firefox on Linux', '10.1.2.3', 'password', 'cookie'),
            (gen_random_uuid(), 'b', 'mona', now() - interval '3 hours', now() - interval '2 hours',
             'Idle', '10.1.2.4', 'password', 'token')`,
  );
  const sessions = await listOf(second);
  expect(sessions).toHaveLength(3);
  expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  expect(sessions.at(-1)).toEqual({
    _id: expect.stringMatching(/^[\da-f-]{36}$/),
    device: 'Firefox on Linux',
    address: '10.1.2.3',
    method: 'password',
    kind: 'cookie',
    beganAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    lastUsedAt: expect.any(String),
    isCurrent: false,
  });
  expect(sessions[0]).toMatchObject({ device: '', address: '', kind: 'token' });
  expect((await listOf(mona)).find(({ isCurrent }) => isCurrent)?._id).not.toBe(
    sessions.find(({ isCurrent }) => isCurrent)?._id,
  );
  expect(await listOf(karim)).toHaveLength(1);
});

test('a read that a page asks for by itself does not prolong its session', async () => {
  const token = await environment.signIn('karim');
  const idle = async (headers: Record<string, string>) => {
    await fetch(`${environment.url}/api/users/me`, { headers: { authorization: `bearer ${token}`, ...headers } });
    const { rows } = await environment.rows.query<{ idle: boolean }>(
      `select used_at < now() - interval '30 minutes' as idle from accounts.session
       where user_id = 'karim' order by created_at desc limit 1`,
    );
    return rows[0]?.idle;
  };
  await environment.rows.query(
    `update accounts.session set used_at = now() - interval '40 minutes' where user_id = 'karim'`,
  );
  expect(await idle({ 'x-unattended': 'true' })).toBe(true);
  expect(await idle({})).toBe(false);
});

test('a parameter is refused', async () => {
  const { mona } = environment.tokens;
  expect((await environment.get('/api/users/me/sessions?user=karim', { token: mona })).status).toBe(400);
});

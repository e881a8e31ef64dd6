import type { PoolClient } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TooManyWaitingForConnection } from 'service-kit/postgres/bounded-pool';
import { openPools, type Pools } from './pools.ts';
import { PASSWORD, startTestEnvironment, type TestEnvironment } from './testing/test-environment.ts';

let environment: TestEnvironment;
let pools: Pools;
beforeAll(async () => {
  environment = await startTestEnvironment({ RATE_LIMIT: 'on' });
  await environment.signUp('Mona');
  pools = openPools(environment.installation.databaseUrl, pino({ level: 'silent' }));
});
afterAll(async () => {
  await pools.end();
  await environment.stop();
});

test.each([
  ['commands', 12, 1_000],
  ['anonymous', 3, 100],
  ['attempts', 2, 100],
] as const)('the pool of %s has %d connections, and %d may wait for one', async (name, connections, waiting) => {
  const pool = pools[name];
  const held = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  const queued = Array.from({ length: waiting }, () => pool.connect());
  expect(pool.waitingCount).toBe(waiting);
  const release = (client: PoolClient): void => client.release();
  const oneMore = pool.connect().then(release, (error: unknown) => error);
  held.forEach(release);
  await Promise.all(queued.map((client) => client.then(release)));
  expect(await oneMore).toBeInstanceOf(TooManyWaitingForConnection);
});

describe('callers who are not signed in take no connection from commands', () => {
  const anonymous = { pool: 'command-api anonymous', connections: 3 };
  const attempts = { pool: 'command-api attempts', connections: 2 };
  const login = '/api/users/login';
  test.each([
    ['accounts.credential', anonymous, login, { email: 'nadia@hospital.test', password: PASSWORD }],
    ['accounts.rate_limit', attempts, login, { email: 'nadia@hospital.test', password: PASSWORD }],
    ['accounts.session', anonymous, login, { email: 'mona@hospital.test', password: PASSWORD }],
    ['accounts.one_time_link', anonymous, '/api/users/resetPassword', { token: 'made-up', password: 'a-new-one-1' }],
    ['accounts.invitation', anonymous, '/api/invitations/read', { token: 'made-up' }],
  ])('for %s', async (table, expected, path, body) => {
    const holder = await environment.pool.connect();
    await holder.query('begin');
    await holder.query(`lock ${table} in access exclusive mode`);
    const asked = Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        environment.send('POST', path, body, { 'x-forwarded-for': `198.51.100.${n}` }),
      ),
    );
    const waiting = async (): Promise<unknown[]> =>
      (
        await environment.pool.query(
          `select application_name as pool, count(*)::int as connections from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' group by application_name`,
        )
      ).rows;
    try {
      await expect.poll(waiting).toEqual([expected]);
    } finally {
      await holder.query('commit');
      holder.release();
      await asked;
    }
  });
});

import type { PoolClient } from 'pg';
import { pino } from 'pino';
import { STALLED_READER_MS } from 'language/contract/reports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TooManyWaitingForConnection } from 'service-kit/postgres/bounded-pool';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { accessPool, anonymousPool, longAnswerPool, readPool, rightsPool, sessionPool } from './database.ts';

const logger = pino({ level: 'silent' });
let installation: Installation;
beforeAll(async () => {
  installation = await freshInstallation();
});
afterAll(() => installation.stop());

test.each([
  [anonymousPool, 2, 100],
  [longAnswerPool, 4, 8],
  [readPool, 10, 1_000],
  [rightsPool, 4, 1_000],
  [sessionPool, 4, 1_000],
  [accessPool, 2, 1_000],
])('a pool has its connections, and a bound of waiting calls: %o', async (open, connections, waiting) => {
  const pool = open(installation.databaseUrl, logger);
  const held = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  const queued = Array.from({ length: waiting }, () => pool.connect());
  expect(pool.waitingCount).toBe(waiting);
  const release = (client: PoolClient): void => client.release();
  const oneMore = pool.connect().then(release, (error: unknown) => error);
  held.forEach(release);
  await Promise.all(queued.map((client) => client.then(release)));
  expect(await oneMore).toBeInstanceOf(TooManyWaitingForConnection);
  await pool.end();
});

test.each([anonymousPool, longAnswerPool, readPool, rightsPool])(
  'no statement of a pool can write: %o',
  async (open) => {
    const pool = open(installation.databaseUrl, logger);
    await expect(pool.query('create table written (id int)')).rejects.toMatchObject({ code: '25006' });
    await pool.end();
  },
);

test('Postgres ends the transaction of a long answer that waits for a reader, after this process should have', async () => {
  const pool = longAnswerPool(installation.databaseUrl, logger);
  const { rows } = await pool.query<{ ms: number }>(
    `select setting::int as ms from pg_settings where name = 'idle_in_transaction_session_timeout'`,
  );
  expect(rows).toEqual([{ ms: STALLED_READER_MS + 5_000 }]);
  await pool.end();
});

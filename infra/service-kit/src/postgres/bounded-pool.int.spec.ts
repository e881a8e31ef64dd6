import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { isDatabaseAway } from './availability.ts';
import { BoundedPool, TooManyWaitingForConnection } from './bounded-pool.ts';

let installation: Installation;
let pool: BoundedPool;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new BoundedPool({ connectionString: installation.databaseUrl, max: 1, waitingMax: 2 });
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

test('more than the bound do not wait, and those in the queue get their turn', async () => {
  const held = await pool.connect();
  const queued = [pool.query('select 1 as one'), pool.connect()] as const;
  for (const refused of [pool.query('select 2'), pool.connect()]) {
    const error: unknown = await refused.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TooManyWaitingForConnection);
    expect(isDatabaseAway(error)).toBe(true);
  }
  held.release();
  expect((await queued[0]).rows).toEqual([{ one: 1 }]);
  (await queued[1]).release();
  expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
});

test('a connection that is lost between two statements fails the next one, and not the process', async () => {
  const client = await pool.connect();
  const ended = new Promise((resolve) => client.once('end', resolve));
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const other = new Client(installation.databaseUrl);
  await other.connect();
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await other.end();
  await ended;
  const error: unknown = await client.query('select 1').catch((reason: unknown) => reason);
  expect(isDatabaseAway(error)).toBe(true);
  client.release();
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
});

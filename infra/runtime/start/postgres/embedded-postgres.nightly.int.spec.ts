import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from 'service-kit/process/logger';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from 'service-kit/process/free-port';
import { startPostgres } from './embedded-postgres.ts';

const logger = createLogger('test', 'silent');
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
};
const postmasterPid = async (): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

test('the server commits durably, with checksums, and only the owner can read its password', async () => {
  const postgres = await startPostgres({ dataDir, port: await freePort(), logger });
  await postgres.ensureDatabase('pharmacy');
  await postgres.ensureDatabase('pharmacy');
  const settings = await query(
    postgres.url('pharmacy'),
    `select name, setting from pg_settings
     where name in ('data_checksums', 'fsync', 'synchronous_commit', 'server_encoding') order by name`,
  );
  expect(settings).toEqual([
    { name: 'data_checksums', setting: 'on' },
    { name: 'fsync', setting: 'on' },
    { name: 'server_encoding', setting: 'UTF8' },
    { name: 'synchronous_commit', setting: 'on' },
  ]);
  expect(
    await query(postgres.url('pharmacy'), "select lower('ÉCOLE') as lower, 'مُحَمَّد' ~ '^\\w' as arabic_is_a_word"),
  ).toEqual([{ lower: 'école', arabic_is_a_word: true }]);
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
  await postgres.stop();
});

test('committed data survives a kill, and an orphaned server is replaced', async () => {
  const first = await startPostgres({ dataDir, port: await freePort(), logger });
  await first.ensureDatabase('pharmacy');
  await query(first.url('pharmacy'), 'create table kept as select 1 as one');
  process.kill(await postmasterPid(), 'SIGKILL');
  await first.exited;

  const second = await startPostgres({ dataDir, port: await freePort(), logger });
  expect(await query(second.url('pharmacy'), 'select one from kept')).toEqual([{ one: 1 }]);
  const orphan = await postmasterPid();

  const third = await startPostgres({ dataDir, port: await freePort(), logger });
  await second.exited;
  expect(await postmasterPid()).not.toBe(orphan);
  expect(await query(third.url('pharmacy'), 'select one from kept')).toEqual([{ one: 1 }]);
  await third.stop();
});

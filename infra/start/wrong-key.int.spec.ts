/** Every process that uses the master key, as it is started, on a database of another key. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { freePort } from 'service-kit/process/free-port';
import { keyIdOf } from 'service-kit/security/key-ring';
import { openRootKey } from 'service-kit/security/master-keys';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const wrong = randomBytes(32);
let installation: Installation;
let pool: Pool;
let dataDir: string;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
  await openRootKey(pool, [Buffer.from(installation.masterKey, 'base64')]);
  dataDir = await mkdtemp(join(tmpdir(), 'wrong-key-'));
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
  await rm(dataDir, { recursive: true });
});

/** The tables of all schemas, and the rows that a start writes first. */
const written = async (): Promise<unknown> =>
  (
    await pool.query(
      `select (select array_agg(schemaname || '.' || tablename order by schemaname, tablename) from pg_tables
               where schemaname not in ('pg_catalog', 'information_schema')) as tables,
              (select jsonb_agg(k) from accounts.master_key k) as keys,
              (select count(*)::int from accounts.master_key_holder) as holders`,
    )
  ).rows;

async function start(program: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; said: string }> {
  const started = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: installation.databaseUrl,
      EVENTSTORE_URL: installation.eventstoreUrl,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      SEED: 'none',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors] = await Promise.all([text(started.stdout), text(started.stderr), once(started, 'exit')]);
  return { code: started.exitCode, said: out + errors };
}

test.each([
  'infra/dist/start/main.js',
  'command-api/dist/main.js',
  'projections/dist/main.js',
  'query-api/dist/main.js',
  'projections/dist/rebuild.js',
])('%s with another master key says which key is needed, and writes nothing', async (program) => {
  const before = await written();
  const { code, said } = await start(program, { MASTER_KEY: wrong.toString('base64') });
  expect([code, said]).toEqual([
    78,
    expect.stringContaining(
      `MASTER_KEY: has the id ${keyIdOf(wrong)}, and this database needs the key ` +
        `${keyIdOf(Buffer.from(installation.masterKey, 'base64'))}.`,
    ),
  ]);
  expect(said).not.toContain(wrong.toString('base64'));
  expect(await written()).toEqual(before);
});

test('without the file of its master key the launcher does not make another one for the same database', async () => {
  const { code, said } = await start('infra/dist/start/main.js', {});
  expect([code, said]).toEqual([78, expect.stringContaining('this database needs the key')]);
  expect(await readdir(dataDir)).not.toContain('master.key');
});

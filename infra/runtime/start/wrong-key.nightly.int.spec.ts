/** Every process that uses the master key, as it is started, on a database of another key. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { freePort } from 'service-kit/process/free-port';
import { keyIdOf } from 'service-kit/security/key-ring';
import { openRootKey } from 'service-kit/security/master-keys';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ended, runToEnd } from '../../verification/test/started-program.ts';
import { writtenAtStart } from './testing.ts';

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

const written = (): Promise<unknown> => writtenAtStart(pool);

const start = async (program: string, env: NodeJS.ProcessEnv): Promise<Ended> =>
  runToEnd([program], {
    PORT: String(await freePort()),
    SEED: 'none',
    DATABASE_URL: installation.databaseUrl,
    EVENTSTORE_URL: installation.eventstoreUrl,
    DATA_DIR: dataDir,
    ...env,
  });

test.each([
  'infra/dist/runtime/start/main.js',
  'command-api/dist/main.js',
  'projections/dist/main.js',
  'query-api/dist/main.js',
  'projections/dist/rebuild.js',
])('%s with another master key says which key is needed, and writes nothing', async (program) => {
  const before = await written();
  const { code, output } = await start(program, { MASTER_KEY: wrong.toString('base64') });
  expect([code, output]).toEqual([
    78,
    expect.stringContaining(
      `MASTER_KEY: has the id ${keyIdOf(wrong)}, and this database needs the key ` +
        `${keyIdOf(Buffer.from(installation.masterKey, 'base64'))}.`,
    ),
  ]);
  expect(output).not.toContain(wrong.toString('base64'));
  expect(await written()).toEqual(before);
});

test('without the file of its master key the launcher does not make another one for the same database', async () => {
  const { code, output } = await start('infra/dist/runtime/start/main.js', {});
  expect([code, output]).toEqual([
    78,
    expect.stringContaining('master.key is missing, and this database was made with its key'),
  ]);
  expect(await readdir(dataDir)).not.toContain('master.key');
});

/** Every program that works on the database, as it is started, on data of a newer version. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { privateSchema } from 'service-kit/private-schema/steps';
import { openRootKey } from 'service-kit/security/master-keys';
import { freePort } from 'service-kit/process/free-port';
import { productVersion } from 'service-kit/telemetry/product-version';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWhatChanged, type Ended, runToEnd } from '../../verification/test/started-program.ts';
import { writtenAtStart } from './testing.ts';

const NEWER = '9.0.0-test';
const STEP = privateSchema.steps + 1;

let installation: Installation;
let pool: Pool;
let dataDir: string;
beforeAll(async () => {
  await buildWhatChanged();
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
  await openRootKey(pool, [Buffer.from(installation.masterKey, 'base64')]);
  dataDir = await mkdtemp(join(tmpdir(), 'downgrade-'));
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
  await rm(dataDir, { recursive: true });
});

const start = async (command: string): Promise<Ended> =>
  runToEnd(command.split(' '), {
    PORT: String(await freePort()),
    SEED: 'none',
    DATABASE_URL: installation.databaseUrl,
    EVENTSTORE_URL: installation.eventstoreUrl,
    MASTER_KEY: installation.masterKey,
    DATA_DIR: dataDir,
  });

describe('on private tables that a newer version has changed', () => {
  beforeAll(() =>
    pool.query('insert into accounts.migration (step, oldest_reader, program) values ($1, $1, $2)', [STEP, NEWER]),
  );
  afterAll(() => pool.query('delete from accounts.migration where step = $1', [STEP]));

  test.each([
    'infra/dist/runtime/start/main.js',
    'command-api/dist/main.js',
    'projections/dist/main.js',
    'query-api/dist/main.js',
    'projections/dist/rebuild.js',
    'projections/dist/unpark.js clinical admission-1',
    'command-api/dist/reset-second-factor.js person@hospital.example',
    'infra/dist/operations/keys/main.js status',
    'infra/dist/operations/security-log/main.js --check',
    'infra/dist/operations/history/statement/main.js --out statements',
    'infra/dist/operations/backup/backup-main.js --to backup',
    'infra/dist/runtime/event-log/standalone.js',
  ])('%s names both versions, ends, and writes nothing', async (command) => {
    const before = await writtenAtStart(pool);
    const { code, output } = await start(command);
    expect([code, output]).toEqual([
      78,
      expect.stringContaining(
        `A newer version of the program (version ${NEWER}, ${STEP} steps of the private tables) has changed the data so ` +
          `that this one (version ${productVersion()}, ${privateSchema.steps} steps) cannot work on it.`,
      ),
    ]);
    expect(await writtenAtStart(pool)).toEqual(before);
    expect(await readdir(dataDir)).toEqual([]);
  });
});

describe('on a log with events that a newer version has written', () => {
  beforeAll(() =>
    pool.query('insert into accounts.event_version (type, version, program) values ($1, 2, $2)', [
      'PatientRegistered',
      NEWER,
    ]),
  );
  afterAll(() => pool.query('delete from accounts.event_version where program = $1', [NEWER]));

  test.each([
    'infra/dist/runtime/start/main.js',
    'command-api/dist/main.js',
    'projections/dist/main.js',
    'query-api/dist/main.js',
  ])('%s names both versions and the event, ends, and writes nothing', async (command) => {
    const before = await writtenAtStart(pool);
    const { code, output } = await start(command);
    expect([code, output]).toEqual([
      78,
      expect.stringContaining(
        `A newer version of the program (version ${NEWER}) has written events that this one (version ` +
          `${productVersion()}) does not know: PatientRegistered in version 2.`,
      ),
    ]);
    expect(await writtenAtStart(pool)).toEqual(before);
  });
});

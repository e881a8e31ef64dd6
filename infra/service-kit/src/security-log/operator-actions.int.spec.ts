import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratePrivateSchema } from '../private-schema/migrate.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { recordOperatorAction, takeOperatorActions } from './operator-actions.ts';

const logger = pino({ level: 'silent' });
const made = { kind: 'MasterKeyMade', data: { keyId: 'k-1' } } as const;
let installation: Installation;
let pool: Pool;
let dataDir: string;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  dataDir = await mkdtemp(join(tmpdir(), 'operator-'));
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
  await rm(dataDir, { recursive: true });
});
const lines = async () =>
  (
    await pool.query<{ kind: string; actor_kind: string; data: object }>(
      'select * from accounts.security_line order by number',
    )
  ).rows;

test('an action waits in the data folder while the log cannot be written, and is there once after the start', async () => {
  const databaseUrl = installation.databaseUrl;
  expect(await recordOperatorAction(made, { databaseUrl, dataDir })).toBe('waits');
  await appendFile(join(dataDir, 'operator-actions.ndjson'), '{"kind":"SignedIn"}\nnot JSON\n');
  const text = await readFile(join(dataDir, 'operator-actions.ndjson'), 'utf8');
  await migratePrivateSchema(pool);
  await takeOperatorActions(pool, dataDir, logger);
  await appendFile(join(dataDir, 'operator-actions.ndjson'), text);
  await takeOperatorActions(pool, dataDir, logger);
  expect(await lines()).toMatchObject([{ actor_kind: 'operator', ...made }]);
  await expect(readFile(join(dataDir, 'operator-actions.ndjson'))).rejects.toThrow('ENOENT');
  await takeOperatorActions(pool, dataDir, logger);
});

test('an action is written at once where the database answers', async () => {
  expect(await recordOperatorAction(made, { databaseUrl: installation.databaseUrl, dataDir })).toBe('written');
  expect(await lines()).toHaveLength(2);
});

test('without a database and a data folder the command goes on', async () => {
  const databaseUrl = 'postgres://127.0.0.1:1/none';
  expect(await recordOperatorAction(made, { databaseUrl, dataDir: join(dataDir, 'none') })).toBe('nowhere');
});

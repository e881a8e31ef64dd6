import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { schemaVersionOf } from '../event-log/upcast.ts';
import { knownTypes } from '../event-log/vocabulary.ts';
import { SettingsError } from '../process/settings.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { migratePrivateSchema } from './migrate.ts';
import { refuseNewerData } from './newer-data.ts';
import { privateSchema } from './steps.ts';

let installation: Installation;
let pool: Pool;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});
beforeEach(() => pool.query('drop schema if exists accounts, images cascade'));

const wrote = (type: string, version: number): Promise<unknown> =>
  pool.query(`insert into accounts.event_version (type, version, program) values ($1, $2, '9.0.0')`, [type, version]);

test('an empty database is of no version', async () => {
  await expect(refuseNewerData(pool)).resolves.toBeUndefined();
});

test('every type and version that this program writes is known', async () => {
  await migratePrivateSchema(pool);
  for (const type of knownTypes) await wrote(type, schemaVersionOf(type));
  await expect(refuseNewerData(pool)).resolves.toBeUndefined();
});

test.each([
  ['a newer version of an event', 'ReviewAdded', schemaVersionOf('ReviewAdded') + 1],
  ['an event of an unknown type', 'PatientTeleported', 1],
])('%s is refused with its name and both versions', async (_, type, version) => {
  await migratePrivateSchema(pool);
  await wrote(type, version);
  const refused = refuseNewerData(pool);
  await expect(refused).rejects.toThrow(SettingsError);
  await expect(refused).rejects.toThrow(
    new RegExp(`\\(version 9\\.0\\.0\\).*\\(version \\d+\\..*\\) does not know: ${type} in version ${version}\\.`),
  );
});

test('of many unknown events three are named', async () => {
  await migratePrivateSchema(pool);
  for (const letter of 'ABCDE') await wrote(`Unknown${letter}`, 1);
  await expect(refuseNewerData(pool)).rejects.toThrow('UnknownC in version 1 and 2 others');
});

test('steps of a version that did not record readers and its name are known', async () => {
  await pool.query('create schema accounts');
  await pool.query('create table accounts.migration (step integer primary key, done_at timestamptz default now())');
  await pool.query('insert into accounts.migration (step) values (1)');
  await expect(refuseNewerData(pool)).resolves.toBeUndefined();
});

test('a newer version without a name is refused by its number of steps', async () => {
  await migratePrivateSchema(pool);
  await pool.query('insert into accounts.migration (step, oldest_reader) values (999, 999)');
  await expect(refuseNewerData(pool)).rejects.toThrow(
    new RegExp(`\\(999 steps of the private tables\\).*${privateSchema.steps} steps`),
  );
});

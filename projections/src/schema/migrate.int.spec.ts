import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_ERROR } from 'language/domain/values/codes';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { migrateReadModels, readModelsAreMigrated } from './migrate.ts';
import { READ_SCHEMA } from './version.ts';

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

test('several processes may start on an empty database at once', async () => {
  expect(await readModelsAreMigrated(pool)).toBe(false);
  await Promise.all([1, 2, 3, 4].map(() => migrateReadModels(installation.databaseUrl)));
  expect(await readModelsAreMigrated(pool)).toBe(true);
});

test('the type "No error" is there once, and first', async () => {
  await migrateReadModels(installation.databaseUrl);
  const { rows } = await pool.query(`select * from ${READ_SCHEMA}.error_type`);
  expect(rows).toEqual([
    { err_type_id: NO_ERROR._id, label: NO_ERROR.label, position: 0, version: '0', since: -Infinity, pcne: [] },
  ]);
});

test('a program starts on tables that a newer one has added to', async () => {
  await pool.query(`insert into ${READ_SCHEMA}.migration (name, batch, migration_time) values ('999', 99, now())`);
  await migrateReadModels(installation.databaseUrl);
  expect(await readModelsAreMigrated(pool)).toBe(true);
  await pool.query(`delete from ${READ_SCHEMA}.migration where name = '999'`);
});

test('a process that was killed while migrating does not block the next migration', async () => {
  await pool.query(`update ${READ_SCHEMA}.migration_lock set is_locked = 1`);
  await migrateReadModels(installation.databaseUrl);
  expect(await readModelsAreMigrated(pool)).toBe(true);
});

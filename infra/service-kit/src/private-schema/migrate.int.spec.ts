import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { migratePrivateSchema } from './migrate.ts';
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

test('several processes may start on an empty database at once', async () => {
  await Promise.all([1, 2, 3, 4].map(() => migratePrivateSchema(pool)));
  const { rows } = await pool.query('select max(step) as step from accounts.migration');
  expect(rows).toEqual([{ step: privateSchema.steps }]);
});

test('a program starts on a schema that a newer one has only added to', async () => {
  await pool.query('insert into accounts.migration (step) values (998)');
  await expect(migratePrivateSchema(pool)).resolves.toBeUndefined();
  await pool.query('delete from accounts.migration where step = 998');
});

test('a program refuses a schema in which a newer one has changed what it uses', async () => {
  await pool.query('insert into accounts.migration (step, oldest_reader) values (999, 999)');
  await expect(migratePrivateSchema(pool)).rejects.toThrow('has changed the data so that this one');
  await pool.query('delete from accounts.migration where step = 999');
  await migratePrivateSchema(pool);
});

test('a schema of a program that did not record readers is taken over', async () => {
  await pool.query('alter table accounts.migration drop column oldest_reader');
  await migratePrivateSchema(pool);
  const { rows } = await pool.query('select max(oldest_reader) as oldest from accounts.migration');
  expect(rows).toEqual([{ oldest: 1 }]);
});

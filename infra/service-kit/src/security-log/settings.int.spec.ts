import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratePrivateSchema } from '../private-schema/migrate.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { recordSettings } from './settings.ts';

let installation: Installation;
let pool: Pool;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

const rootKey = randomBytes(32);
const first = { SECOND_FACTOR: 'optional', SESSION_MAX_HOURS: 12, SMTP_URL: 'smtp://u:secret@mail', PORT: 8080 };
const start = (values: Record<string, unknown>) => recordSettings(pool, rootKey, 'command-api', values);
const lines = async () =>
  (await pool.query<{ data: object }>('select data from accounts.security_line order by data')).rows.map(
    ({ data }) => data,
  );

test('a start says which settings have changed since the one before, and shows no secret', async () => {
  await start(first);
  await start(first);
  expect(await lines()).toEqual([]);
  await start({ ...first, SECOND_FACTOR: 'required', SMTP_URL: 'smtp://u:other@mail', PORT: 9090, ADDED: 'x' });
  expect(await lines()).toEqual([
    { setting: 'SMTP_URL' },
    { setting: 'SECOND_FACTOR', from: 'optional', to: 'required' },
  ]);
  const { rows } = await pool.query(`select value from accounts.known_setting where name = 'SMTP_URL'`);
  expect(JSON.stringify(rows)).not.toContain('other');
});

test('a change of another service names it, and a list is shown as it was set', async () => {
  const sources = (...places: string[]) =>
    recordSettings(pool, rootKey, 'gateway', { IMAGE_SOURCES: places, TRUSTED_PROXIES: 0, STATIC_DIR: places[0] });
  await sources('https://images.hospital.test');
  await sources('https://images.hospital.test', 'https://other.test');
  expect(await lines()).toContainEqual({
    setting: 'IMAGE_SOURCES',
    service: 'gateway',
    from: 'https://images.hospital.test',
    to: 'https://images.hospital.test https://other.test',
  });
  expect(JSON.stringify(await lines())).not.toContain('STATIC_DIR');
});

test('a value that is no short code is not shown', async () => {
  await start({ ...first, SECOND_FACTOR: 'مريض' });
  expect(await lines()).toContainEqual({ setting: 'SECOND_FACTOR' });
});

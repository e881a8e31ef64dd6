import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { pino } from 'pino';
import { warnOfDemoAccounts } from 'service-kit/private-schema/demo-accounts';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { noteDemo } from './demo-installation.ts';

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

const ADMIN = 'admin@hospital.example';
const started = (as: 'demo' | 'none', adminEmail?: string): Promise<void> =>
  noteDemo(installation.databaseUrl, { isDemo: as === 'demo', adminEmail });
const signedUp = (email: string): Promise<unknown> =>
  pool.query(
    `insert into accounts.credential (user_id, email, password_hash, command_id, reserved_at)
     values ($1, $1, '', $2, clock_timestamp())`,
    [email, randomUUID()],
  );
/** As a version left it that took no note of the demo. */
const withoutNote = async (...emails: string[]): Promise<void> => {
  await migratePrivateSchema(pool);
  for (const email of emails) await signedUp(email);
};
const REFUSED = /SEED: must be set to none or catalogue: this installation is no demo/;

test('a demo goes on as a demo, also where visitors have signed up', async () => {
  await started('demo');
  await started('demo');
  for (const email of ['admin@demo.test', 'mona@demo.test', 'visitor@hospital.example']) await signedUp(email);
  await started('demo');
});

// Fault: one start without SEED put accounts with a public password into a hospital.
test('an installation that was started once as no demo is never a demo again', async () => {
  await started('none');
  await expect(started('demo')).rejects.toThrow(REFUSED);
  await started('none');
  await expect(started('demo')).rejects.toThrow(REFUSED);
});

test('a demo that has become a hospital is no demo any more', async () => {
  await started('demo');
  await signedUp('mona@demo.test');
  await started('none');
  await expect(started('demo')).rejects.toThrow(REFUSED);
});

test('the accounts say whether a database of an older version began as a demo', async () => {
  await withoutNote(ADMIN, 'mona@demo.test', 'visitor@hospital.example');
  await started('demo', ADMIN);
});

test.each([
  ['people', ['someone@hospital.example'], undefined],
  ['people before the demo', ['someone@hospital.example', 'admin@demo.test', 'mona@demo.test'], undefined],
  ['the admin account alone', [ADMIN], ADMIN],
] as const)('a database of an older version with %s gets no demo, and no table', async (_, emails, adminEmail) => {
  await withoutNote(...emails);
  await pool.query('drop table accounts.demo_installation');
  await expect(started('demo', adminEmail)).rejects.toThrow(REFUSED);
  const { rows } = await pool.query(`select to_regclass('accounts.demo_installation') as notes`);
  expect(rows).toEqual([{ notes: null }]);
});

test.each([
  ['listens on every address', { host: '0.0.0.0' }, true],
  ['is found at an address of the hospital', { host: '127.0.0.1', publicUrl: 'https://pharmacy.example' }, true],
  ['is for this machine alone', { host: '127.0.0.1', publicUrl: 'http://localhost:8080' }, false],
] as const)('a product with accounts of the demo that %s', async (_, address, isWarned) => {
  await withoutNote('mona@demo.test', 'omar@demo.test', 'someone@hospital.example');
  const lines: string[] = [];
  const warnings = async (): Promise<string> => {
    await warnOfDemoAccounts(pool, address, pino({}, { write: (line) => lines.push(line) }));
    return lines.splice(0).join('');
  };
  expect((await warnings()).includes('"accounts":2')).toBe(isWarned);
  await pool.query(`update accounts.credential set disabled_at = now() where email like '%@demo.test'`);
  expect(await warnings()).toBe('');
});

/** The check as an operator runs it, on a database of its own. */
import { Pool } from 'pg';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { openRootKey } from 'service-kit/security/master-keys';
import { createSigning } from 'service-kit/security/signing';
import { anchorSecurityLog } from 'service-kit/security-log/keep';
import { recordSecurityEvent } from 'service-kit/security-log/record';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runToEnd } from '../../verification/test/started-program.ts';

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

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runToEnd(['infra/dist/operations/security-log/main.js', ...args], {
    DATABASE_URL: installation.databaseUrl,
    MASTER_KEY: installation.masterKey,
    ...env,
  });

test('the check says that the log is as it was written, and which line is not', async () => {
  const signing = createSigning(await openRootKey(pool, [Buffer.from(installation.masterKey, 'base64')]));
  expect(await run(['--check'])).toEqual({ code: 0, output: 'The security log has no lines.\n' });
  for (let n = 0; n < 3; n += 1) await recordSecurityEvent(pool, { kind: 'CertificateMade', by: 'operator', data: {} });
  await anchorSecurityLog(pool, signing);
  expect(await run(['--check'])).toEqual({
    code: 0,
    output: '3 lines, 1 to 3, are as they were written; 1 of them are signed.\n',
  });
  await pool.query('alter table accounts.security_line disable trigger user');
  await pool.query(`update accounts.security_line set kind = 'SignedOut' where number = 2`);
  expect(await run(['--check'])).toEqual({ code: 1, output: 'Line 2 was changed after it was written.\n' });
});

test('without a database, and with another user, the check ends with a sentence', async () => {
  const away = await run(['--check'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  expect(away).toEqual({
    code: 69,
    output: 'Postgres does not answer. Start the product, or see that DATABASE_URL names its database.\n',
  });
  const url = new URL(installation.databaseUrl);
  url.pathname = '/no_such_database';
  expect(await run(['--check'], { DATABASE_URL: url.href })).toEqual({
    code: 69,
    output: 'Postgres refuses the user, the password or the database of DATABASE_URL.\n',
  });
});

test('unknown options and wrong settings end with their codes', async () => {
  for (const args of [[], ['--all'], ['--check', 'x']]) expect((await run(args)).code).toBe(64);
  const other = await run(['--check'], { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
  expect([other.code, other.output]).toEqual([78, expect.stringContaining('MASTER_KEY')]);
});

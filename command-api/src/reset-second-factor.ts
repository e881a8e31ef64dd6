/**
 * `npm run reset-second-factor -- EMAIL`: removes the second factors of an account whose person has lost all of them
 * (docs/operations.md, "Accounts of the installation"). Needs DATABASE_URL.
 */
import { Pool } from 'pg';
import { databaseSentence } from 'service-kit/postgres/availability';
import { common, defineSettings, SettingsError } from 'service-kit/process/settings';
import { resetSecondFactor } from './accounts/second-factor/reset.ts';

const [email] = process.argv.slice(2);
if (email === undefined) {
  process.stderr.write('Usage: reset-second-factor EMAIL\n');
  process.exit(64);
}

/** @throws SettingsError, or an error of the database */
async function reset(account: string): Promise<number> {
  const { DATABASE_URL } = defineSettings({ DATABASE_URL: common.DATABASE_URL }).read(process.env);
  const pool = new Pool({ connectionString: DATABASE_URL, max: 1 });
  pool.on('error', () => undefined);
  try {
    const isReset = await resetSecondFactor(pool, account);
    process.stderr.write(isReset ? 'The account signs in with its password alone.\n' : 'There is no such account.\n');
    return isReset ? 0 : 1;
  } finally {
    await pool.end();
  }
}

try {
  process.exitCode = await reset(email);
} catch (error) {
  const sentence = error instanceof SettingsError ? error.message : databaseSentence(error);
  if (sentence === undefined) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = error instanceof SettingsError ? 78 : 1;
}

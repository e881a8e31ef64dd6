/**
 * `npm run reset-second-factor -- EMAIL`: removes the second factors of an account whose person has lost all of them
 * (docs/operations.md, "Accounts of the installation"). Needs DATABASE_URL.
 */
import { Pool } from 'pg';
import { refuseNewerData } from 'service-kit/private-schema/newer-data';
import { common, defineSettings, SettingsError } from 'service-kit/process/settings';
import { resetSecondFactor } from './accounts/second-factor/reset.ts';

const [email] = process.argv.slice(2);
if (email === undefined) {
  process.stderr.write('Usage: reset-second-factor EMAIL\n');
  process.exit(64);
}
const { DATABASE_URL } = defineSettings({ DATABASE_URL: common.DATABASE_URL }).read(process.env);
const pool = new Pool({ connectionString: DATABASE_URL, max: 1 });
try {
  await refuseNewerData(pool);
  const isReset = await resetSecondFactor(pool, email);
  process.stderr.write(isReset ? 'The account signs in with its password alone.\n' : 'There is no such account.\n');
  process.exitCode = isReset ? 0 : 1;
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 78;
} finally {
  await pool.end();
}

import { Pool } from 'pg';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareSettings } from './compare-settings.ts';

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

test('a setting that several services of the process read is one line, of the first that has it', async () => {
  const place = {
    databaseUrl: installation.databaseUrl,
    masterKeys: [Buffer.from(installation.masterKey, 'base64')] as const,
  };
  const start = (signUp: string, lockAfter: number, proxies: number) =>
    compareSettings(
      place,
      { SIGN_UP: signUp },
      {
        'query-api': { SIGN_UP: signUp, LOCK_AFTER_MINUTES: lockAfter },
        gateway: { SIGN_UP: signUp, LOCK_AFTER_MINUTES: lockAfter, TRUSTED_PROXIES: proxies },
      },
    );
  await start('open', 0, 0);
  await start('closed', 5, 1);
  const { rows } = await pool.query('select kind, data from accounts.security_line order by number');
  expect(rows).toEqual([
    { kind: 'SettingChanged', data: { setting: 'LOCK_AFTER_MINUTES', service: 'query-api', from: '0', to: '5' } },
    { kind: 'SettingChanged', data: { setting: 'TRUSTED_PROXIES', service: 'gateway', from: '0', to: '1' } },
  ]);
});

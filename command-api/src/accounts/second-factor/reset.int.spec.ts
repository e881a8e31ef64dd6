import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { freshInstallation } from 'service-kit/testing/installation';
import { resetSecondFactor } from './reset.ts';

test('the operator removes the factors and sessions of one account, in capitals as well', async () => {
  const installation = await freshInstallation();
  const pool = new Pool({ connectionString: installation.databaseUrl });
  onTestFinished(async () => {
    await pool.end();
    await installation.stop();
  });
  await migratePrivateSchema(pool);
  await pool.query(
    `insert into accounts.credential (user_id, email, password_hash, command_id)
     select id, id || '@hospital.test', '', gen_random_uuid() from unnest(array['mona', 'omar']) as id`,
  );
  await pool.query(`insert into accounts.totp (user_id, secret, confirmed_at)
                    values ('mona', '', now()), ('omar', '', now())`);
  await pool.query(`insert into accounts.recovery_code values ('mona', 'x'), ('omar', 'x')`);
  await pool.query(`insert into accounts.session (session_id, token_hash, user_id)
                    select gen_random_uuid(), id::bytea, id from unnest(array['mona', 'omar']) as id`);

  expect(await resetSecondFactor(pool, ' MONA@hospital.test')).toBe(true);
  expect(await resetSecondFactor(pool, 'unknown@hospital.test')).toBe(false);
  for (const table of ['totp', 'recovery_code', 'session']) {
    const { rows } = await pool.query(`select user_id from accounts.${table}`);
    expect(rows).toEqual([{ user_id: 'omar' }]);
  }
});

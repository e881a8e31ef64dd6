/**
 * `SEED=demo`, which is the default, makes accounts with a public password, and one of them is the admin account. So it
 * is refused where people have been working already (docs/decisions/installation/demo-hospital.md).
 */
import { Pool } from 'pg';
import { DEMO_EMAILS } from 'service-kit/private-schema/demo-accounts';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { SettingsError } from 'service-kit/process/settings';
import { POSTGRES_TIMEOUTS } from 'service-kit/postgres/availability';

/**
 * Notes that this database is one of a demo, or is one no longer. Call it before a service makes an account.
 * @param adminEmail the operator's own; undefined for the demo's
 * @throws SettingsError where the demo may not be written; then nothing has changed
 */
export async function noteDemo(
  databaseUrl: string,
  { isDemo, adminEmail }: { readonly isDemo: boolean; readonly adminEmail: string | undefined },
): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1, ...POSTGRES_TIMEOUTS });
  try {
    if (isDemo && !(await mayBeDemo(pool, adminEmail)))
      throw new SettingsError(
        'SEED: must be set to none or catalogue: this installation is no demo. Unset, or as demo, it makes accounts ' +
          'with a public password, also that of the admin. Nothing was changed.',
      );
    await migratePrivateSchema(pool);
    await pool.query(
      `insert into accounts.demo_installation as known (is_demo) values ($1)
       on conflict (id) do update set is_demo = known.is_demo and excluded.is_demo`,
      [isDemo],
    );
  } finally {
    await pool.end();
  }
}

/** A database without a note is new, of an older version, or of services without a launcher: its accounts decide. */
async function mayBeDemo(pool: Pool, adminEmail: string | undefined): Promise<boolean> {
  const { rows: tables } = await pool.query<{ notes: boolean; accounts: boolean }>(
    `select to_regclass('accounts.demo_installation') is not null as notes,
            to_regclass('accounts.credential') is not null as accounts`,
  );
  if (tables[0]?.notes) {
    const { rows } = await pool.query<{ is_demo: boolean }>('select is_demo from accounts.demo_installation');
    if (rows[0]) return rows[0].is_demo;
  }
  return !tables[0]?.accounts || beganWithDemo(pool, adminEmail);
}

/** True without an account, and where the demo's accounts are older than those of all other people. */
async function beganWithDemo(pool: Pool, adminEmail: string | undefined): Promise<boolean> {
  const { rows } = await pool.query<{ began: boolean }>(
    `select not exists (select from accounts.credential)
         or exists (select from accounts.credential where email ilike $1)
            and (select min(reserved_at) from accounts.credential where email ilike $1)
                <= all (select reserved_at from accounts.credential
                        where email not ilike $1 and lower(email) <> lower($2))
         as began`,
    [DEMO_EMAILS, adminEmail ?? ''],
  );
  return rows[0]?.began === true;
}

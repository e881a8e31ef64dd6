/**
 * The private schema `accounts`: credentials, sessions, one-time links, the mail outbox, rate limits, patient keys,
 * images, positions of followers, seals, anchor statements, second factors, PINs, device keys, the security
 * log, backups, and the outbox of accesses. No read model may use it. Of its contents only the accesses become events.
 */
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../postgres/in-transaction.ts';
import { productVersion } from '../telemetry/product-version.ts';
import { refuseNewerData } from './newer-data.ts';
import { privateSchema, steps } from './steps.ts';

/** A number that no other lock of the product uses. */
const MIGRATION_LOCK = 7_214_001;

/** A restore (`infra/operations/backup`) has this schema until it is done. */
export const RESTORING_SCHEMA = 'restoring';

/**
 * Brings the schema up to date. Idempotent, and safe when several processes start at once.
 * @param restore for a restore alone: it loads rows of an older version into the tables of that version, after so many
 * steps
 * @throws SettingsError when a newer program has changed what this one uses; Error when a restore has not come to its
 * end; and the database's errors; a failed step changes nothing
 */
export async function migratePrivateSchema(pool: Pool, restore?: { readonly steps: number }): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    if (!restore) await refuseHalfRestored(tx);
    await tx.query('create schema if not exists accounts');
    await tx.query(
      `create table if not exists accounts.migration
       (step integer primary key, done_at timestamptz not null default now())`,
    );
    await tx.query(
      `alter table accounts.migration
         add column if not exists oldest_reader integer not null default 1,
         -- The version of the program that has run the step.
         add column if not exists program text`,
    );
    await refuseNewerData(tx);
    const { rows } = await tx.query<{ done: number }>('select coalesce(max(step), 0) as done from accounts.migration');
    for (const [index, sql] of steps.entries()) {
      const step = index + 1;
      if (step <= (rows[0]?.done ?? 0) || step > (restore?.steps ?? steps.length)) continue;
      await tx.query(sql);
      await tx.query('insert into accounts.migration (step, oldest_reader, program) values ($1, $2, $3)', [
        step,
        privateSchema.oldestReader,
        productVersion(),
      ]);
    }
  });
}

/** How many steps have run, and how many this program knows. @throws the database's error */
export async function privateSteps(pool: Pool): Promise<{ readonly done: number; readonly known: number }> {
  const { rows } = await pool.query<{ done: number }>('select coalesce(max(step), 0) as done from accounts.migration');
  return { done: rows[0]?.done ?? 0, known: privateSchema.steps };
}

async function refuseHalfRestored(tx: PoolClient): Promise<void> {
  const { rowCount } = await tx.query('select from pg_namespace where nspname = $1', [RESTORING_SCHEMA]);
  if (rowCount)
    throw new Error(
      'A restore of a backup has begun here and has not come to its end. Run the same npm run restore command again.',
    );
}

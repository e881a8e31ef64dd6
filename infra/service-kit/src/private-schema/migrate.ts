/**
 * The private schema `accounts`: credentials, sessions, one-time links, promised mails, what was tried how often,
 * patient keys, images, how far followers of the log have come, and accesses on their way into it. No read model may
 * touch it, and nothing else in it is ever an event.
 */
import type { Pool } from 'pg';
import { inTransaction } from '../postgres/in-transaction.ts';
import {
  accessNoteTables,
  captchaTables,
  credentialTables,
  destroyedKeyTables,
  destroyedLatelyTables,
  emailProofTables,
  followerEventTables,
  followerHealthTables,
  followerTables,
  imageLimitTables,
  imageTables,
  leaderTables,
  mailKindTables,
  mailOutboxTables,
  oneTimeLinkTables,
  patientKeyTables,
  rateLimitTables,
  sealPlaceTables,
  sealTables,
  sessionTables,
  spentLinkTables,
} from './tables.ts';

/** In order, for ever: a step that has run anywhere is never changed, only followed by another. */
const steps: readonly string[] = [
  sessionTables + credentialTables + patientKeyTables + followerTables,
  destroyedKeyTables + imageTables,
  emailProofTables + oneTimeLinkTables + mailOutboxTables + captchaTables + rateLimitTables,
  spentLinkTables + mailKindTables,
  imageLimitTables,
  accessNoteTables,
  sealTables,
  leaderTables + followerEventTables + followerHealthTables + sealPlaceTables,
  destroyedLatelyTables,
];

/** Any number that nothing else of the product locks. */
const MIGRATION_LOCK = 7_214_001;

/**
 * Brings the schema up to date. Idempotent, and safe when several processes start at once.
 * @throws the database's error; a failed step leaves nothing.
 */
export async function migratePrivateSchema(pool: Pool): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await tx.query('create schema if not exists accounts');
    await tx.query(
      'create table if not exists accounts.migration (step integer primary key, done_at timestamptz not null default now())',
    );
    const { rows } = await tx.query<{ done: number }>('select coalesce(max(step), 0) as done from accounts.migration');
    for (const [index, sql] of steps.entries()) {
      const step = index + 1;
      if (step <= (rows[0]?.done ?? 0)) continue;
      await tx.query(sql);
      await tx.query('insert into accounts.migration (step) values ($1)', [step]);
    }
  });
}

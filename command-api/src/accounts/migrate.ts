/**
 * The private schema `accounts`: credentials, sessions, one-time links, promised mails, what was tried how often,
 * patient keys, images, how far followers of the log have come, and accesses on their way into it. No read model may
 * touch it, and nothing else in it is ever an event.
 */
import type { Pool } from 'pg';
import { accessNoteTables } from './access-notes.ts';
import { captchaTables } from './captcha.ts';
import { credentialTables, emailProofTables } from './credential-tables.ts';
import { followerHealthTables } from './follower-health.ts';
import { followerEventTables, followerTables } from './follower-position.ts';
import { imageLimitTables, imageTables } from '../images/tables.ts';
import { inTransaction } from './in-transaction.ts';
import { leaderTables } from './leader-lock.ts';
import { mailKindTables, mailOutboxTables } from './mail-outbox.ts';
import { oneTimeLinkTables, spentLinkTables } from './one-time-links.ts';
import { destroyedKeyTables, destroyedLatelyTables, patientKeyTables } from './patient-keys.ts';
import { rateLimitTables } from './rate-limits.ts';
import { sealPlaceTables, sealTables } from './seals.ts';
import { sessionTables } from './sessions.ts';

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
export async function migrateAccounts(pool: Pool): Promise<void> {
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

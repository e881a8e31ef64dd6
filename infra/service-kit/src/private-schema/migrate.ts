/**
 * The private schema `accounts`: credentials, sessions, one-time links, the mail outbox, rate limits, patient keys,
 * images, positions of followers, seals, second factors, PINs, device keys, and the outbox of accesses. No read model may
 * use it. Of its contents only the accesses become events.
 */
import type { Pool } from 'pg';
import { inTransaction } from '../postgres/in-transaction.ts';
import { sessionOriginTables } from './session-origin-tables.ts';
import { languageTables } from './language-tables.ts';
import { lockedSessionTables } from './locked-session-tables.ts';
import { deviceKeyTables } from './device-key-tables.ts';
import { masterKeyTables } from './master-key-tables.ts';
import { secondFactorTables, unlockedFactorTables } from './second-factor-tables.ts';
import { singleSignOnTables } from './single-sign-on-tables.ts';
import { sessionProofTables } from './session-proof-tables.ts';
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
  keyLockTables,
  leaderTables,
  mailKindTables,
  mailOutboxTables,
  oneTimeLinkTables,
  patientKeyTables,
  rateLimitTables,
  sealPlaceTables,
  sealTables,
  sessionLockTables,
  sessionTables,
  spentLinkTables,
  teamWriteTables,
} from './tables.ts';

/** In order. A step that has run anywhere never changes; a change is a new step. */
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
  teamWriteTables,
  keyLockTables,
  sessionLockTables,
  sessionOriginTables,
  secondFactorTables,
  singleSignOnTables,
  sessionProofTables,
  lockedSessionTables,
  deviceKeyTables,
  unlockedFactorTables,
  languageTables,
  masterKeyTables,
];

/** A number that no other lock of the product uses. */
const MIGRATION_LOCK = 7_214_001;

/**
 * Brings the schema up to date. Idempotent, and safe when several processes start at once.
 * @throws the database's error; a failed step changes nothing
 */
export async function migratePrivateSchema(pool: Pool): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await tx.query('create schema if not exists accounts');
    await tx.query(
      `create table if not exists accounts.migration
       (step integer primary key, done_at timestamptz not null default now())`,
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

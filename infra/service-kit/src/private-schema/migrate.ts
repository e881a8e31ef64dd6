/**
 * The private schema `accounts`: credentials, sessions, one-time links, the mail outbox, rate limits, patient keys,
 * images, positions of followers, seals, anchor statements, second factors, PINs, device keys, the security
 * log, backups, and the outbox of accesses. No read model may use it. Of its contents only the accesses become events.
 */
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../postgres/in-transaction.ts';
import { anchorStatementTables } from './anchor-statement-tables.ts';
import { accountStateTables } from './account-state-tables.ts';
import { sessionOriginTables } from './session-origin-tables.ts';
import { invitationTables } from './invitation-tables.ts';
import { languageTables } from './language-tables.ts';
import { lockedSessionTables } from './locked-session-tables.ts';
import { deviceKeyTables } from './device-key-tables.ts';
import { masterKeyTables } from './master-key-tables.ts';
import { operationsTables } from './operations-tables.ts';
import { securityLogTables } from './security-log-tables.ts';
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
  anchorStatementTables,
  accountStateTables,
  securityLogTables,
  invitationTables,
  operationsTables,
];

/**
 * `steps`: how many steps this program knows. `oldestReader`: how many a program must know at least to work on the schema
 * that it leaves. A step that only adds leaves `oldestReader`. A step that changes or drops what an older program uses
 * raises it to its own number: the older program then refuses to start, and a release refuses the way back to it
 * (`docs/decisions/installation/release-archive.md`).
 */
export const privateSchema = { steps: steps.length, oldestReader: 1 } as const;

/** A number that no other lock of the product uses. */
const MIGRATION_LOCK = 7_214_001;

/** A restore (`infra/backup`) has this schema until it is done. */
export const RESTORING_SCHEMA = 'restoring';

/**
 * Brings the schema up to date. Idempotent, and safe when several processes start at once.
 * @param restore for a restore alone: it loads rows of an older version into the tables of that version, after so many
 * steps
 * @throws Error when a newer program has changed what this one uses, or a restore has not come to its end, and the
 * database's errors; a failed step changes nothing
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
    await tx.query('alter table accounts.migration add column if not exists oldest_reader integer not null default 1');
    const { rows } = await tx.query<{ done: number; needed: number }>(
      `select coalesce(max(step), 0) as done, coalesce(max(oldest_reader), 1) as needed from accounts.migration`,
    );
    if ((rows[0]?.needed ?? 1) > privateSchema.steps)
      throw new Error(
        'A newer version of the program has changed the data so that this version cannot work on it. ' +
          'Start the newer version, or restore the backup from before it.',
      );
    for (const [index, sql] of steps.entries()) {
      const step = index + 1;
      if (step <= (rows[0]?.done ?? 0) || step > (restore?.steps ?? steps.length)) continue;
      await tx.query(sql);
      await tx.query('insert into accounts.migration (step, oldest_reader) values ($1, $2)', [
        step,
        privateSchema.oldestReader,
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

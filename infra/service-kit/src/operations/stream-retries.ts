/**
 * "Try again" of a parked stream. command-api may not touch the read models, so it asks here, and a process of
 * projections tries and writes what came of it. An ask survives a restart of both.
 */
import type { Pool } from 'pg';
import { inTransaction } from '../postgres/in-transaction.ts';
import { recordSecurityEvent } from '../security-log/record.ts';

/**
 * `goesOn`: its rows follow the log again. `parkedAgain`: the same or a later event stopped it. `triedLater`: the event
 * log or Postgres was away; the queue tries it again by itself. `notParked`: there was nothing to do.
 */
const retryOutcomes = ['goesOn', 'parkedAgain', 'triedLater', 'notParked'] as const;
export type RetryOutcome = (typeof retryOutcomes)[number];

export interface StreamRetry {
  readonly commandId: string;
  readonly projection: string;
  readonly stream: string;
}
export interface TriedRetry {
  readonly outcome: RetryOutcome;
  /** Why it is parked again: codes and names of the program. */
  readonly reason: string | null;
}

/** Answers of repeated commands are kept this long. */
const KEPT_HOURS = 24;
/** A process that has taken an ask and has not answered for this long was killed. */
const TAKEN_SECONDS = 30;
/** Asks that a process takes at once. */
const TAKEN_MAX = 20;

/**
 * A repeated command asks once. It is in the security log, in the same transaction.
 * @throws the database's error, when nothing was asked
 */
export async function askForRetry(
  pool: Pool,
  { commandId, projection, stream }: StreamRetry,
  by: { readonly userId: string; readonly sessionId: string },
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query('delete from accounts.stream_retry where asked_at < now() - make_interval(hours => $1)', [
      KEPT_HOURS,
    ]);
    const { rowCount } = await tx.query(
      `insert into accounts.stream_retry (command_id, projection, stream) values ($1, $2, $3)
       on conflict (command_id) do nothing`,
      [commandId, projection, stream],
    );
    if (rowCount === 0) return;
    await recordSecurityEvent(tx, {
      kind: 'ParkedStreamTried',
      by: 'person',
      actorId: by.userId,
      data: { projection, stream },
      origin: { sessionId: by.sessionId },
      sourceId: commandId,
    });
  });
}

/** @returns undefined until projections has tried */
export async function triedRetry(pool: Pool, commandId: string): Promise<TriedRetry | undefined> {
  const { rows } = await pool.query<TriedRetry>(
    'select outcome, reason from accounts.stream_retry where command_id = $1 and outcome is not null',
    [commandId],
  );
  return rows[0];
}

/** For projections: the asks that no other process has taken. It runs at an interval, so it is planned once. */
export async function takeRetries(pool: Pool): Promise<readonly StreamRetry[]> {
  const { rows } = await pool.query<StreamRetry>({
    name: 'take-stream-retries',
    text: `update accounts.stream_retry set taken_at = now()
           where command_id in (
             select command_id from accounts.stream_retry
             where outcome is null and (taken_at is null or taken_at < now() - make_interval(secs => ${TAKEN_SECONDS}))
             order by asked_at limit ${TAKEN_MAX} for update skip locked
           )
           returning command_id as "commandId", projection, stream`,
  });
  return rows;
}

export async function settleRetry(pool: Pool, commandId: string, { outcome, reason }: TriedRetry): Promise<void> {
  await pool.query('update accounts.stream_retry set outcome = $2, reason = $3 where command_id = $1', [
    commandId,
    outcome,
    reason,
  ]);
}

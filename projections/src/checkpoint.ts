/**
 * The checkpoint and the one transaction that moves it: guard, rows, changes, notices (architecture, rule 7).
 * Whoever does not move the checkpoint from the revision they read writes nothing. Statements that run for every command have names:
 * each connection prepares them once.
 */
import type { Pool } from 'pg';
import type { StoredEvent } from 'command-api/event-log';
import { noticesOf } from './change-notice.ts';
import type { Projection, Transaction } from './projection.ts';
import { CHANGE_CHANNEL } from './schema/version.ts';

/** Before a stream's first event. */
export const NOTHING = -1n;

export interface Progress {
  /** The last event whose rows are here, or `NOTHING`. */
  readonly revision: bigint;
  readonly parked: boolean;
}

/** Without a lock: the guard decides at the end. */
export async function readProgress(pool: Pool, projection: string, stream: string): Promise<Progress> {
  const { rows } = await pool.query<{ revision: string | null; parked: boolean }>({
    name: 'progress',
    text: `select (select revision from projection_checkpoint where projection = $1 and stream = $2) as revision,
                  exists (select from parked_stream where projection = $1 and stream = $2) as parked`,
    values: [projection, stream],
  });
  return { revision: BigInt(rows[0]?.revision ?? NOTHING), parked: rows[0]?.parked ?? false };
}

/**
 * Projects `events`, which follow `from` without a gap, and moves the checkpoint to the last of them.
 * @returns false when another worker has moved the checkpoint meanwhile; nothing is written then: read again.
 * @throws whatever the projection throws; nothing is written then.
 */
export async function commitBatch(pool: Pool, projection: Projection, stream: string, from: bigint, events: readonly StoredEvent[]): Promise<boolean> {
  const last = events.at(-1);
  if (!last) return true;
  const tx = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => { broken = error; };
  tx.on('error', onError);
  try {
    await tx.query('begin');
    if (!(await moveCheckpoint(tx, projection.name, stream, from, last.revision))) {
      await tx.query('rollback');
      return false;
    }
    for (const event of events) if (!event.unreadable) await projection.project(tx, event);
    await announce(tx, projection, stream, events);
    await tx.query('commit');
    return true;
  } catch (error) {
    await tx.query('rollback').catch((failure: Error) => { broken = failure; });
    throw error;
  } finally {
    tx.off('error', onError);
    tx.release(broken);
  }
}

/** The guard. An insert that meets another worker's waits for it, and then moves nothing. */
const firstGuard = { name: 'first guard', text: 'insert into projection_checkpoint (projection, stream, revision) values ($1, $2, $3) on conflict do nothing' };
const guard = { name: 'guard', text: 'update projection_checkpoint set revision = $3, updated_at = now() where projection = $1 and stream = $2 and revision = $4' };

async function moveCheckpoint(tx: Transaction, projection: string, stream: string, from: bigint, to: bigint): Promise<boolean> {
  const { rowCount } = await tx.query(from === NOTHING ? { ...firstGuard, values: [projection, stream, to] } : { ...guard, values: [projection, stream, to, from] });
  return rowCount === 1;
}

/** The change rows and their notices, in one statement; Postgres delivers the notices if and when the transaction commits. */
async function announce(tx: Transaction, projection: Projection, stream: string, events: readonly StoredEvent[]): Promise<void> {
  const notices = noticesOf(projection, stream, events);
  await tx.query({
    name: 'announce',
    text: `with given as (select notice, place from jsonb_array_elements($1::jsonb) with ordinality as given(notice, place)),
          written as (
            insert into change (stream, revision, touched, actor_id, team_id, at)
            select notice->>'stream', (notice->>'revision')::bigint, array(select jsonb_array_elements_text(notice->'touched')),
                   notice->>'actorId', notice->>'teamId', (notice->>'at')::timestamptz
            from given order by place)
     select pg_notify($2, notice::text) from given order by place`,
    values: [JSON.stringify(notices), CHANGE_CHANNEL],
  });
}

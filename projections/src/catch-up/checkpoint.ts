/**
 * The checkpoint and the one transaction that moves it: guard, rows, changes, notices (architecture, rule 7). Whoever
 * does not move the checkpoint from the revision they read writes nothing. Statements that run for every command have
 * names: each connection prepares them once.
 */
import type { Pool, PoolClient } from 'pg';
import type { StoredEvent } from 'service-kit/event-log/port';
import { noticesOf } from './change-notice.ts';
import { UnknownType } from './failure.ts';
import { prepared, type Projection, type Transaction } from '../read-models/projection.ts';
import { CHANGE_CHANNEL } from '../schema/version.ts';

/** Before a stream's first event. */
export const NOTHING = -1n;

export interface Progress {
  /** The last event whose rows are here, or `NOTHING`. */
  readonly revision: bigint;
  /** Which event that is; null where an older version of this program has projected it. */
  readonly eventId: string | null;
  /** The log has been another one since: whether that event still lies there has not been looked at. */
  readonly inDoubt: boolean;
  readonly parked: boolean;
}

/** Without a lock: the guard decides at the end. */
export async function readProgress(pool: Pool, projection: string, stream: string): Promise<Progress> {
  const { rows } = await pool.query<{
    revision: string | null;
    event_id: string | null;
    in_doubt: boolean | null;
    parked: boolean;
  }>({
    name: 'progress',
    text: `select c.revision, c.event_id, c.in_doubt, exists (select from parked_stream where projection = $1 and stream = $2) as parked
           from (select) as always left join projection_checkpoint c on c.projection = $1 and c.stream = $2`,
    values: [projection, stream],
  });
  const [row] = rows;
  return {
    revision: BigInt(row?.revision ?? NOTHING),
    eventId: row?.event_id ?? null,
    inDoubt: row?.in_doubt ?? false,
    parked: row?.parked ?? false,
  };
}

export interface Batch {
  readonly events: readonly StoredEvent[];
  /** The events begin the stream anew: its rows are of another history, and go first. */
  readonly anew: boolean;
}

/**
 * Projects the events, which follow `from` without a gap, and moves the checkpoint to the last of them. A stream that
 * begins anew and has no event any more loses its checkpoint with its rows.
 * @returns false when another worker has moved the checkpoint meanwhile; nothing is written then: read again.
 * @throws whatever the projection throws; nothing is written then.
 */
export async function commitBatch(
  pool: Pool,
  projection: Projection,
  stream: string,
  from: Progress,
  { events, anew }: Batch,
): Promise<boolean> {
  const tx = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  tx.on('error', onError);
  try {
    // What has been announced is read and shown: a crash of Postgres must not forget it, or screens would go back, and
    // not hear of it a second time.
    await tx.query('begin; set local synchronous_commit = on');
    if (!(await moveCheckpoint(tx, projection.name, stream, from, events.at(-1)))) {
      await tx.query('rollback');
      return false;
    }
    const rows = prepared(tx);
    if (anew) {
      await projection.forget(rows, stream);
      if (!projection.isSilent) await tx.query('delete from change where stream = $1', [stream]);
    }
    for (const event of events) if (!event.unreadable) await projectKnown(rows, projection, event);
    await announce(tx, projection, stream, events);
    await tx.query('commit');
    return true;
  } catch (error) {
    await tx.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    tx.off('error', onError);
    tx.release(broken);
  }
}

/** The guard. An insert that meets another worker's waits for it, and then moves nothing. */
const firstGuard = {
  name: 'first guard',
  text: 'insert into projection_checkpoint (projection, stream, revision, event_id) values ($1, $2, $3, $4) on conflict do nothing',
};
/** What has come into doubt since it was read stays so. */
const asRead = 'projection = $1 and stream = $2 and revision = $3 and in_doubt = $4';
const guard = {
  name: 'guard',
  text: `update projection_checkpoint set revision = $5, event_id = $6, in_doubt = false, updated_at = now() where ${asRead}`,
};

async function moveCheckpoint(
  tx: PoolClient,
  projection: string,
  stream: string,
  { revision, inDoubt }: Progress,
  to: StoredEvent | undefined,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    revision === NOTHING
      ? { ...firstGuard, values: [projection, stream, to?.revision, to?.id] }
      : to
        ? { ...guard, values: [projection, stream, revision, inDoubt, to.revision, to.id] }
        : {
            text: `delete from projection_checkpoint where ${asRead}`,
            values: [projection, stream, revision, inDoubt],
          },
  );
  return rowCount === 1;
}

/** The event at the checkpoint has been found in this log. */
export async function trust(
  pool: Pool,
  projection: string,
  stream: string,
  { revision, inDoubt }: Progress,
): Promise<void> {
  await pool.query(`update projection_checkpoint set in_doubt = false where ${asRead}`, [
    projection,
    stream,
    revision,
    inDoubt,
  ]);
}

async function projectKnown(tx: Transaction, projection: Projection, event: StoredEvent): Promise<void> {
  if (!Object.hasOwn(projection.eventsOf(event.stream), event.type))
    throw new UnknownType(event.type, event.metadata.schemaVersion);
  await projection.project(tx, event);
}

/**
 * The change rows and their notices, in one statement; Postgres delivers the notices if and when the transaction
 * commits.
 */
async function announce(
  tx: PoolClient,
  projection: Projection,
  stream: string,
  events: readonly StoredEvent[],
): Promise<void> {
  const notices = noticesOf(projection, stream, events);
  if (notices.length === 0) return;
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

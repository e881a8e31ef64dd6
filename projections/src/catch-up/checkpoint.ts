/**
 * The checkpoint, and the one transaction that moves it: guard, rows, changes, notices (docs/architecture.md,
 * "Rule 7: one transaction"). A batch is written only if it moves the checkpoint from the revision that was read.
 * Statements that run for every command have names: each connection prepares them once.
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
  /** The id of that event; null if an older version of this program projected it. */
  readonly eventId: string | null;
  /** The log was replaced since; whether it still holds that event is not known yet. */
  readonly inDoubt: boolean;
  readonly parked: boolean;
}

/** Takes no lock: the guard decides at the end. */
export async function readProgress(pool: Pool, projection: string, stream: string): Promise<Progress> {
  const { rows } = await pool.query<{
    revision: string | null;
    event_id: string | null;
    in_doubt: boolean | null;
    parked: boolean;
  }>({
    name: 'progress',
    text: /* sql */ `
      select c.revision, c.event_id, c.in_doubt,
             exists (select from parked_stream where projection = $1 and stream = $2) as parked
      from (select) as always
      left join projection_checkpoint c on c.projection = $1 and c.stream = $2`,
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
  /** The events are the stream's first. Its rows belong to another history and are removed first. */
  readonly isRebuild: boolean;
}

/**
 * Projects the events, which follow `from` without a gap, and moves the checkpoint to the last of them. If a rebuilt
 * stream has no events, its rows and its checkpoint are removed.
 * @returns false if another worker has moved the checkpoint; then nothing is written, and the caller reads again
 * @throws the errors of the projection; then nothing is written
 */
export async function commitBatch(
  pool: Pool,
  projection: Projection,
  stream: string,
  from: Progress,
  { events, isRebuild }: Batch,
): Promise<boolean> {
  const tx = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  tx.on('error', onError);
  try {
    // Announced changes are shown to people. A crash of Postgres must not lose them: screens would go back to an older
    // state, and would not be notified a second time.
    await tx.query('begin; set local synchronous_commit = on');
    if (!(await moveCheckpoint(tx, projection.name, stream, from, events.at(-1)))) {
      await tx.query('rollback');
      return false;
    }
    const rows = prepared(tx);
    if (isRebuild) {
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

/** The guard of a stream's first batch. An insert that conflicts waits for the other worker, and inserts nothing. */
const firstGuard = {
  name: 'first guard',
  text: /* sql */ `
    insert into projection_checkpoint (projection, stream, revision, event_id) values ($1, $2, $3, $4)
    on conflict do nothing`,
};
/** The checkpoint as it was read. One that came into doubt since then does not match, and stays in doubt. */
const asRead = 'projection = $1 and stream = $2 and revision = $3 and in_doubt = $4';
const guard = {
  name: 'guard',
  text: /* sql */ `
    update projection_checkpoint set revision = $5, event_id = $6, in_doubt = false, updated_at = now()
    where ${asRead}`,
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

/** Called when this log holds the event at the checkpoint. */
export async function clearDoubt(
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
 * Writes the change rows and their notices in one statement. Postgres delivers the notices when the transaction
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
    text: /* sql */ `
      with given as (
        select notice, place from jsonb_array_elements($1::jsonb) with ordinality as given(notice, place)
      ), written as (
        insert into change (stream, revision, touched, actor_id, team_id, at)
        select notice->>'stream', (notice->>'revision')::bigint,
               array(select jsonb_array_elements_text(notice->'touched')),
               notice->>'actorId', notice->>'teamId', (notice->>'at')::timestamptz
        from given order by place
      )
      select pg_notify($2, notice::text) from given order by place`,
    values: [JSON.stringify(notices), CHANGE_CHANNEL],
  });
}

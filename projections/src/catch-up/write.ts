/**
 * Writes what was projected: guard, rows, changes, notices (docs/architecture.md, "Rule 7: one transaction"). A stream is
 * written only if its checkpoint moves from the revision that was read.
 */
import type { Pool, PoolClient } from 'pg';
import type { StoredEvent } from 'service-kit/event-log/port';
import { noticesOf } from './change-notice.ts';
import { NOTHING, type Progress } from './checkpoint.ts';
import { endSharedRows, endsSharedRows, forget } from './erasure.ts';
import { type Guard, nameOf, statementOf } from './statement.ts';
import type { Projection } from '../read-models/projection.ts';
import type { StreamWrites } from '../read-models/stream-rows.ts';
import { CHANGE_CHANNEL } from '../schema/version.ts';
import { commandsProjected } from 'service-kit/telemetry/signals';

/** Projected events of one stream. */
export interface Projected {
  readonly stream: string;
  /** As it was read. */
  readonly progress: Progress;
  /** They follow `progress` without a gap, or begin the stream. */
  readonly events: readonly StoredEvent[];
  /** The stream's rows belong to another history and are removed first. */
  readonly isRebuild: boolean;
  readonly writes: StreamWrites;
}

/** True if the stream is written alone, in a transaction of several statements. */
export const isSpecial = ({ isRebuild, writes }: Projected): boolean => isRebuild || endsSharedRows(writes);

/**
 * Writes the streams in one statement, which is one transaction.
 * @returns the streams whose checkpoints have moved. Another worker has moved those of the others, or they are parked:
 * nothing of them is written, and the caller reads again
 * @throws errors of Postgres; then nothing is written
 */
export async function writeTogether(
  pool: Pool,
  projection: Projection,
  all: readonly Projected[],
): Promise<ReadonlySet<string>> {
  if (all.length === 0) return new Set();
  return write(pool, projection, all, true);
}

/**
 * Writes one stream, with all that its events end. If a rebuilt stream has no events, its rows and its checkpoint are
 * removed.
 * @returns false if another worker has moved the checkpoint; then nothing is written
 * @throws errors of Postgres; then nothing is written
 */
export async function writeAlone(pool: Pool, projection: Projection, one: Projected): Promise<boolean> {
  const { stream, isRebuild, writes } = one;
  const tx = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  tx.on('error', onError);
  try {
    await tx.query('begin; set local synchronous_commit = on');
    if (!(await moveCheckpoint(tx, projection, one))) {
      await tx.query('rollback');
      return false;
    }
    if (isRebuild) {
      await forget(tx, projection, stream);
      if (!projection.isSilent) await tx.query('delete from change where stream = $1', [stream]);
    }
    const left = await endSharedRows(tx, projection, stream, writes);
    if (one.events.length > 0) await write(tx, projection, [{ ...one, writes: left }], false);
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

async function moveCheckpoint(tx: PoolClient, projection: Projection, one: Projected): Promise<boolean> {
  if (one.events.length > 0) {
    const guardOnly = { ...one, writes: { rows: [], shared: [] } };
    return (await write(tx, { ...projection, isSilent: true }, [guardOnly], true)).size === 1;
  }
  const { revision, eventId, isUnverified, generation } = one.progress;
  const { rowCount } = await tx.query(
    /* sql */ `
    delete from projection_checkpoint
    where projection = $1 and stream = $2 and revision = $3 and event_id is not distinct from $4 and in_doubt = $5
      and $6 = coalesce((select v.generation from projection_version v where v.projection = $1), 0)`,
    [projection.name, one.stream, revision, eventId, isUnverified, generation],
  );
  return rowCount === 1;
}

async function write(
  client: Pool | PoolClient,
  projection: Projection,
  all: readonly Projected[],
  isGuarded: boolean,
): Promise<ReadonlySet<string>> {
  const { text, values } = statementOf({
    projection: projection.name,
    isGuarded,
    guards: all.map(guardOf),
    parts: all,
    notices: all.flatMap(({ stream, events }, nth) =>
      noticesOf(projection, stream, events, commandsProjected.isHeard).map((notice, place) => ({ nth, place, notice })),
    ),
    channel: CHANGE_CHANNEL,
  });
  const { rows } = await client.query<{ stream: string }>({ ...nameOf(text), text, values: [...values] });
  return new Set(rows.map(({ stream }) => stream));
}

function guardOf({ stream, progress, events }: Projected): Guard {
  const last = events.at(-1);
  if (!last) throw new TypeError('A guard needs an event');
  return {
    stream,
    patient_id: last.metadata.patientId ?? null,
    revision: progress.revision === NOTHING ? null : String(progress.revision),
    event_id: progress.eventId,
    in_doubt: progress.isUnverified,
    generation: progress.generation,
    to_revision: String(last.revision),
    to_event_id: last.id,
  };
}

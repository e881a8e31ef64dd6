/**
 * The last part of a rebuild: the screens read the other rows from one instant to the next. The tables of both schemas
 * change places in one transaction that locks them, so that a statement sees the tables of before or of after, and
 * never some of each (docs/decisions/read-side/rebuild.md).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { type NextCatchUp, catchUpNext, catchUpBehind, streamsApart, streamsBehind } from './next-catch-up.ts';
import { differences } from './compare.ts';
import type { Differing } from './differing.ts';
import { CannotRebuild } from './errors.ts';
import { inFence, NotYet } from './fence.ts';
import { PROGRESS_TABLE } from './next-schema.ts';
import { exchangeVersions } from './versions.ts';
import type { WakeUp } from '../queue/wake-up.ts';
import { NEXT_SCHEMA, OLD_SCHEMA, READ_SCHEMA } from '../schema/version.ts';

/** Streams that are caught up while readers wait: some tens of milliseconds. */
const STREAMS_IN_FENCE = 50;
/** A long answer reads one snapshot for minutes. */
const SNAPSHOT_MS = 15 * 60_000;
const LOOK_MS = 200;
/** Holds the tables on their way. */
const AWAY = 'read_away';

/** Brings the last streams to the revision of the screens. @throws NotYet */
async function level(next: NextCatchUp, tx: PoolClient): Promise<void> {
  const behind = await streamsBehind(next, tx);
  if (behind.length > STREAMS_IN_FENCE) throw new NotYet(`${behind.length} streams are behind the screens.`);
  await catchUpBehind(next, behind, tx);
  const apart = await streamsApart(next, tx);
  if (apart > 0)
    throw new NotYet(
      `${apart} streams have rows of another event on the screens than in the rebuilt rows. Look at /api/ready, and ` +
        'start the rebuild again when no stream is behind.',
    );
}

/**
 * Both schemas at one instant, when they are of the same events.
 * @returns sentences about tables that differ and are not expected to
 */
export async function compare(next: NextCatchUp, differing: Differing, signal: AbortSignal): Promise<string[]> {
  const snapshot = await next.pool.connect();
  try {
    await inFence(
      next.pool,
      { tables: [], mode: 'share row exclusive', prepare: () => catchUpNext(next, signal), signal },
      async (tx) => {
        await level(next, tx);
        await snapshot.query('rollback; begin isolation level repeatable read read only; select 1');
      },
    );
    const beside = await next.pool.connect();
    try {
      return await differences(snapshot, beside, next.schema, next.scope, differing);
    } finally {
      beside.release(true);
    }
  } finally {
    snapshot.release(true);
  }
}

/**
 * @param keepHours how long the rows of before are kept
 * @returns how long readers waited for the switch, in milliseconds, and the streams that another version had parked:
 * they are not parked any more
 */
export async function switchTo(
  next: NextCatchUp,
  keepHours: number,
  signal: AbortSignal,
): Promise<{ readonly waitedMs: number; readonly unparked: readonly WakeUp[] }> {
  const { pool, schema, scope } = next;
  // The snapshots that are waited for are older than what this writes.
  await catchUpNext(next, signal);
  await waitForSnapshots(pool, signal);
  // Removing many files takes a while: not while readers wait.
  if (schema !== OLD_SCHEMA) await pool.query(`drop schema if exists ${OLD_SCHEMA} cascade`);
  const prepare = (): Promise<void> => catchUpNext(next, signal);
  let lockedAt = 0;
  let unparked: readonly WakeUp[] = [];
  await inFence(pool, { tables: scope.tables, mode: 'access exclusive', prepare, signal }, async (tx) => {
    lockedAt = performance.now();
    await level(next, tx);
    await tx.query(exchange(scope.tables, schema));
    unparked = await unparkChanged(tx, next);
    await exchangeVersions(tx, schema, scope.projections);
    await tx.query(`update ${schema}.${PROGRESS_TABLE} set kept_until = now() + make_interval(hours => $1)`, [
      keepHours,
    ]);
    if (schema === NEXT_SCHEMA) await tx.query(`alter schema ${NEXT_SCHEMA} rename to ${OLD_SCHEMA}`);
  });
  return { waitedMs: performance.now() - lockedAt, unparked };
}

/** An event that has stopped one version may not stop another. */
async function unparkChanged(tx: PoolClient, { schema, scope }: NextCatchUp): Promise<WakeUp[]> {
  const { rows } = await tx.query<WakeUp>(
    /* sql */ `
    delete from ${READ_SCHEMA}.parked_stream
    where projection = any($1) and projection in (
      select projection
      from ${READ_SCHEMA}.projection_version live join ${schema}.projection_version made using (projection)
      where live.version <> made.version)
    returning projection, stream`,
    [scope.projections],
  );
  return rows;
}

const exchange = (tables: readonly string[], schema: string): string =>
  [
    `create schema ${AWAY}`,
    ...tables.flatMap((table) => [
      `alter table ${READ_SCHEMA}.${table} set schema ${AWAY}`,
      `alter table ${schema}.${table} set schema ${READ_SCHEMA}`,
      `alter table ${AWAY}.${table} set schema ${schema}`,
    ]),
    `drop schema ${AWAY}`,
  ].join('; ');

/**
 * A transaction with one snapshot (a long answer) that has read nothing yet would find tables whose rows are newer than
 * its snapshot, and so none. Such a snapshot must be older than the rebuilt rows: wait until there is none.
 */
async function waitForSnapshots(pool: Pool, signal: AbortSignal): Promise<void> {
  const { rows: now } = await pool.query<{ at: string }>('select clock_timestamp()::text as at');
  const deadline = performance.now() + SNAPSHOT_MS;
  for (;;) {
    const { rows } = await pool.query<{ old: number }>(
      /* sql */ `
      select count(*)::int as old from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
        and backend_xmin is not null and xact_start < $1::timestamptz`,
      [now[0]?.at],
    );
    if (rows[0]?.old === 0) return;
    if (performance.now() > deadline)
      throw new CannotRebuild(
        'A transaction has been reading for fifteen minutes. End it, and start the rebuild again.',
      );
    await pause(LOOK_MS, undefined, { signal });
  }
}

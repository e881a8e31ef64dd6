/**
 * The second part of a rebuild: brings each stream of another schema to the revision that the rows of the screens have,
 * and no further. So the rows of both schemas are of the same events, and a switch loses no notice.
 */
import type { Pool } from 'pg';
import type { EventLog } from 'service-kit/event-log/port';
import type { Logger } from 'service-kit/process/logger';
import { CannotRebuild } from './errors.ts';
import type { Scope } from './scope.ts';
import { groupBy } from 'service-kit/aggregates/group-by';
import { catchUpOrPark, TRIES } from '../catch-up/worker.ts';
import type { WakeUp } from '../queue/wake-up.ts';
import type { ProjectionName } from '../schema/projections.ts';
import { READ_SCHEMA } from '../schema/version.ts';

export interface NextCatchUp {
  /** Its search_path begins with the schema. */
  readonly pool: Pool;
  /** The pool of the workers. */
  readonly livePool: Pool;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly scope: Scope;
  readonly schema: string;
}

interface Behind {
  readonly projection: ProjectionName;
  readonly stream: string;
  /** The revision of the rows of the screens. */
  readonly revision: string;
}

/** Streams that are looked at together. */
const STREAMS = 200;

/** SQL: `live` joined with `made`, the checkpoints of the other schema, of the projections in $1. */
const bothCheckpoints = (schema: string): string => /* sql */ `
  (select * from ${READ_SCHEMA}.projection_checkpoint where projection = any($1)) live
  full join (select * from ${schema}.projection_checkpoint where projection = any($1)) made
    using (projection, stream)`;

/** A connection that can read the checkpoints of the screens, also while a fence holds them. */
export type Reader = Pick<Pool, 'query'>;

/** Streams that must be caught up; those that are parked here are not. */
export async function streamsBehind({ schema, scope }: NextCatchUp, reader: Reader): Promise<Behind[]> {
  const { rows } = await reader.query<Behind>(
    /* sql */ `
    select projection, stream, live.revision
    from ${bothCheckpoints(schema)}
    where live.revision > coalesce(made.revision, -1)
      and not exists (select from ${schema}.parked_stream p where (p.projection, p.stream) = (projection, stream))`,
    [scope.projections],
  );
  return rows;
}

/** @throws CannotRebuild if a stream cannot be read or written just now */
export async function catchUpBehind(next: NextCatchUp, behind: readonly Behind[], reader: Reader): Promise<void> {
  const { pool, logger } = next;
  for (const [, ofProjection] of groupBy(behind, ({ projection }) => projection)) {
    const until = new Map(ofProjection.map(({ stream, revision }) => [stream, BigInt(revision)]));
    const sources = { pool, log: shownUntil(next.log, until), isSilent: true as const };
    for (let from = 0; from < ofProjection.length; from += STREAMS) {
      let pending: readonly WakeUp[] = ofProjection.slice(from, from + STREAMS);
      while (pending.length > 0) {
        const { failed, unfinished } = await catchUpOrPark(sources, logger, pending, TRIES);
        const [first] = failed;
        if (first)
          throw new CannotRebuild(`The stream ${first.wakeUp.stream} cannot be read: ${first.failure.message}`);
        pending = unfinished;
      }
    }
  }
  await copyParked(next, reader);
  await refuseParkedHereOnly(next, reader);
}

/** Until the rest is small: every round takes the events that have come during the one before. */
export async function catchUpNext(next: NextCatchUp, signal: AbortSignal): Promise<void> {
  await advanceLive(next);
  await goBackToParked(next);
  for (;;) {
    const behind = await streamsBehind(next, next.pool);
    await catchUpBehind(next, behind, next.pool);
    if (behind.length < STREAMS) return;
    signal.throwIfAborted();
  }
}

/** Where the load has passed the rows of the screens, a worker's look follows, as with any wake-up. */
async function advanceLive({ pool, livePool, log, logger, schema, scope }: NextCatchUp): Promise<void> {
  const { rows } = await pool.query<WakeUp>(
    /* sql */ `
    select projection, stream from ${bothCheckpoints(schema)} where made.revision > coalesce(live.revision, -1)`,
    [scope.projections],
  );
  for (let from = 0; from < rows.length; from += STREAMS)
    await catchUpOrPark({ pool: livePool, log }, logger, rows.slice(from, from + STREAMS), TRIES);
}

/**
 * A later version may project an event that stops it on the rows of an older one. A stream that was parked after the
 * load had passed that event is made again, up to the event before.
 */
async function goBackToParked(next: NextCatchUp): Promise<void> {
  const { pool, schema, scope } = next;
  const { rows } = await pool.query<Behind>(
    /* sql */ `
    update ${schema}.projection_checkpoint c set in_doubt = true, event_id = null
    from (
      select projection, stream, coalesce(live.revision, -1) as revision
      from ${bothCheckpoints(schema)} join ${READ_SCHEMA}.parked_stream using (projection, stream)
      where made.revision > coalesce(live.revision, -1)
    ) passed
    where (c.projection, c.stream) = (passed.projection, passed.stream)
    returning passed.*`,
    [scope.projections],
  );
  if (rows.length > 0) await catchUpBehind(next, rows, pool);
}

/** Where a stream of the screens is parked, it is parked here too, at the same event. */
const copyParked = ({ schema, scope }: NextCatchUp, reader: Reader): Promise<unknown> =>
  reader.query(
    /* sql */ `
    insert into ${schema}.parked_stream
    select p.*
    from ${READ_SCHEMA}.parked_stream p
    left join ${schema}.projection_checkpoint c using (projection, stream)
    where p.projection = any($1) and coalesce(c.revision, -1) = p.from_revision - 1
    on conflict do nothing`,
    [scope.projections],
  );

/** @throws CannotRebuild if an event that the screens show cannot be projected any more */
async function refuseParkedHereOnly({ schema, scope }: NextCatchUp, reader: Reader): Promise<void> {
  const { rows } = await reader.query<{ stream: string; from_revision: string; event_type: string }>(
    /* sql */ `
    select p.stream, p.from_revision, p.event_type
    from ${schema}.parked_stream p
    join ${READ_SCHEMA}.projection_checkpoint live using (projection, stream)
    where p.projection = any($1) and live.revision >= p.from_revision
    order by p.stream limit 1`,
    [scope.projections],
  );
  const [row] = rows;
  if (row)
    throw new CannotRebuild(
      `Event ${row.from_revision} of ${row.stream} (${row.event_type}) cannot be projected any more. Nothing was switched.`,
    );
}

/** Streams whose rows are not of the same event in both schemas: of these, workers have to pass events first. */
export async function streamsApart({ schema, scope }: NextCatchUp, reader: Reader): Promise<number> {
  const { rows } = await reader.query<{ apart: number }>(
    /* sql */ `
    select count(*)::int as apart from ${bothCheckpoints(schema)}
    where live.revision is distinct from made.revision or live.in_doubt
      or (live.event_id is not null and live.event_id is distinct from made.event_id)`,
    [scope.projections],
  );
  return rows[0]?.apart ?? 0;
}

/** Shows the events of a stream up to a revision. */
const shownUntil = (log: EventLog, until: ReadonlyMap<string, bigint>): EventLog => ({
  ...log,
  readRecent: () => undefined,
  async *readStream(stream, options = {}) {
    const last = until.get(stream) ?? -1n;
    if ((options.from ?? 0n) > last) return;
    for await (const event of log.readStream(stream, options)) {
      if (event.revision > last) return;
      yield event;
    }
  },
});

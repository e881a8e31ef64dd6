/** How far the read models are behind the log. */
import { isHeld } from 'service-kit/postgres/leader-lock';
import type { Pool } from 'pg';
import { projectedPrefixes, projectionNames, type ProjectionName } from '../schema/projections.ts';

/** Names of locks: one of the active dispatcher, one of a dispatcher that has reached the end of the log. */
export const DISPATCHER = 'dispatcher';
export const DISPATCHER_CAUGHT_UP = 'dispatcher caught up';

const projectionsAndPrefixes = projectionNames
  .flatMap((name) => projectedPrefixes[name].map((prefix) => `('${name}', '${prefix}')`))
  .join(', ');

/**
 * SQL: `projection, stream, seen_at` of every stream that is not parked and has events without rows, or rows that may
 * be of another log. The interpolated names are constants of this program.
 */
export const behindStreams = `
  select b.projection, b.stream, b.seen_at
  from (
    select p.projection, h.stream, h.seen_at
    from stream_head h
    join (values ${projectionsAndPrefixes}) as p(projection, prefix) on starts_with(h.stream, p.prefix)
    left join projection_checkpoint c on c.projection = p.projection and c.stream = h.stream
    where h.revision > coalesce(c.revision, -1) and c.in_doubt is not true
    union all
    select projection, stream, updated_at from projection_checkpoint where in_doubt
  ) b
  where not exists (select from parked_stream s where s.projection = b.projection and s.stream = b.stream)`;

export interface ProjectionLag {
  /** Streams with events that have no rows yet. */
  behind: number;
  /** The age of the newest event of the stream that has waited longest. */
  oldestSeconds: number;
  /** Streams that a poison event has stopped. */
  parked: number;
}
export interface Lag {
  /** True if the active dispatcher, in any process, has reached the end of the log. */
  caughtUp: boolean;
  /** True if a dispatcher is active in any process. */
  dispatching: boolean;
  projections: Record<ProjectionName, ProjectionLag>;
}

export async function readLag(pool: Pool): Promise<Lag> {
  const { rows } = await pool.query<{
    projection: ProjectionName;
    behind: number;
    oldest: number;
    parked: number;
    caught_up: boolean;
    dispatching: boolean;
  }>(
    /* sql */ `
    select n.projection, coalesce(b.behind, 0)::int as behind, coalesce(b.oldest, 0)::float8 as oldest,
           coalesce(s.parked, 0)::int as parked,
           ${isHeld(DISPATCHER_CAUGHT_UP)} as caught_up, ${isHeld(DISPATCHER)} as dispatching
    from unnest($1::text[]) as n(projection)
    left join (
      select projection, count(*) as behind, extract(epoch from now() - min(seen_at)) as oldest
      from (${behindStreams}) as b
      group by projection
    ) as b using (projection)
    left join (
      select projection, count(*) as parked from parked_stream group by projection
    ) as s using (projection)`,
    [projectionNames],
  );
  const none: ProjectionLag = { behind: 0, oldestSeconds: 0, parked: 0 };
  const lag: Lag = {
    caughtUp: rows[0]?.caught_up ?? false,
    dispatching: rows[0]?.dispatching ?? false,
    projections: { directory: none, patients: none, clinical: none, catalogue: none, accesses: none, audit: none },
  };
  for (const row of rows)
    lag.projections[row.projection] = {
      behind: row.behind,
      oldestSeconds: Math.round(row.oldest * 10) / 10,
      parked: row.parked,
    };
  return lag;
}

/** How far the read models are behind the log. */
import { isHeld } from 'service-kit/postgres/leader-lock';
import type { Pool } from 'pg';
import type { WakeUp } from '../queue/wake-up.ts';
import { projectedPrefixes, projectionNames, type ProjectionName } from '../schema/projections.ts';

/** Names of locks: one of the active dispatcher, one of a dispatcher that has reached the end of the log. */
export const DISPATCHER = 'dispatcher';
export const DISPATCHER_CAUGHT_UP = 'dispatcher caught up';

const projectionsAndPrefixes = projectionNames
  .flatMap((name) => projectedPrefixes[name].map((prefix) => `('${name}', '${prefix}')`))
  .join(', ');

/**
 * SQL: `projection, stream, seen_at` of the streams that are not parked and have events without rows, or rows that may
 * be of another log. The interpolated names are constants of this program.
 * @param heads a condition on `h`, the streams' heads
 */
const behindStreams = (heads: string): string => /* sql */ `
  select b.projection, b.stream, b.seen_at
  from (
    select p.projection, h.stream, h.seen_at
    from stream_head h
    join (values ${projectionsAndPrefixes}) as p(projection, prefix) on starts_with(h.stream, p.prefix)
    left join projection_checkpoint c on c.projection = p.projection and c.stream = h.stream
    where h.revision > coalesce(c.revision, -1) and c.in_doubt is not true and ${heads}
    union all
    select projection, stream, updated_at from projection_checkpoint where in_doubt
  ) b
  where not exists (select from parked_stream s where s.projection = b.projection and s.stream = b.stream)`;

/** Another database server or other tables: nothing is known of their streams. */
const identity = /* sql */ `concat_ws(' ', pg_postmaster_start_time()::text, 'stream_head'::regclass::oid,
  'projection_checkpoint'::regclass::oid)`;

/** A head is visible at most this long after its `seen_at`, with a margin. */
const VISIBLE_SECONDS = 300;
/** Streams of one page of `behindOnPage`. */
const PAGE = 2_000;

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

/**
 * Looks at heads since the oldest one that was behind, or since five minutes ago. Streams before that were up to date
 * and have no newer event. So a look costs what was written lately, and not the age of the hospital: a look at half a
 * million streams takes more than three seconds.
 */
export interface LagReader {
  /** Calls at the same time share one look. The first look of a process reads every head. */
  read(): Promise<Lag>;
  /** The streams that have been behind longest, as far as the last `read` has not ruled them out. */
  behind(options: { patienceSeconds: number; until?: Date; limit: number }): Promise<WakeUp[]>;
  /**
   * Those that `behind` leaves out, among the next 2,000 streams: they were up to date, and their rows went missing
   * later. Repeated calls cover all streams in turn.
   */
  behindOnPage(limit: number): Promise<WakeUp[]>;
}

export function createLagReader(pool: Pool): LagReader {
  /** `since`: earlier heads are up to date. Text, because a `Date` has no microseconds. */
  let known: { readonly since: string; readonly identity: string } | undefined;
  let reading: Promise<Lag> | undefined;
  let cursor = '';
  const since = (): string => known?.since ?? '-infinity';

  const readOnce = async (): Promise<Lag> => {
    const { rows } = await pool.query<LagRow>(lagSince, [projectionNames, since(), VISIBLE_SECONDS]);
    const [first] = rows;
    if (first && known && first.identity !== known.identity) {
      known = undefined;
      return readOnce();
    }
    if (first) known = { since: first.since, identity: first.identity };
    return lagOf(rows);
  };

  return {
    read() {
      reading ??= readOnce().finally(() => (reading = undefined));
      return reading;
    },
    async behind({ patienceSeconds, until, limit }) {
      const { rows } = await pool.query<WakeUp>(
        /* sql */ `
        select projection, stream from (${behindStreams('h.seen_at >= $1::timestamptz')}) as behind
        where seen_at <= coalesce($4::timestamptz, now()) - make_interval(secs => $2)
        order by seen_at
        limit $3`,
        [since(), patienceSeconds, limit, until ?? null],
      );
      return rows;
    },
    async behindOnPage(limit) {
      const { rows: ends } = await pool.query<{ last: string | null }>(
        `select max(stream) as last from
           (select stream from stream_head where stream > $1 order by stream limit ${PAGE}) as page`,
        [cursor],
      );
      const [from, last] = [cursor, ends[0]?.last ?? undefined];
      cursor = last ?? '';
      if (last === undefined) return [];
      const { rows } = await pool.query<WakeUp>(
        `select projection, stream
         from (${behindStreams('h.stream > $1 and h.stream <= $2 and h.seen_at < $3::timestamptz')}) as behind
         limit $4`,
        [from, last, since(), limit],
      );
      return rows;
    },
  };
}

interface LagRow {
  readonly projection: ProjectionName;
  readonly behind: number;
  readonly oldest: number;
  readonly parked: number;
  readonly caught_up: boolean;
  readonly dispatching: boolean;
  readonly identity: string;
  readonly since: string;
}

const lagSince = /* sql */ `
  with behind as materialized (${behindStreams('h.seen_at >= $2::timestamptz')})
  select n.projection, coalesce(b.behind, 0)::int as behind, coalesce(b.oldest, 0)::float8 as oldest,
         coalesce(s.parked, 0)::int as parked,
         ${isHeld(DISPATCHER_CAUGHT_UP)} as caught_up, ${isHeld(DISPATCHER)} as dispatching,
         ${identity} as identity,
         least(now() - make_interval(secs => $3), (select min(seen_at) from behind))::text as since
  from unnest($1::text[]) as n(projection)
  left join (
    select projection, count(*) as behind, extract(epoch from now() - min(seen_at)) as oldest
    from behind
    group by projection
  ) as b using (projection)
  left join (
    select projection, count(*) as parked from parked_stream group by projection
  ) as s using (projection)`;

function lagOf(rows: readonly LagRow[]): Lag {
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

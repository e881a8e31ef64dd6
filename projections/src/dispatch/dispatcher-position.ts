/**
 * The dispatcher's position in the log, and the newest revision of each stream that it has seen
 * (docs/architecture.md, "Rule 6: a job is a wake-up").
 */
import type { Pool } from 'pg';
import { findPlace } from 'service-kit/event-log/place';
import type { EventLog, EventPosition } from 'service-kit/event-log/port';
import { type Fence, inLeadership, newestLeadership, LeaderReplaced } from 'service-kit/postgres/leader-lock';
import type { Logger } from 'service-kit/process/logger';
import { CHART_SEEN } from '../schema/chart-seen.ts';

async function loadPosition(pool: Pool): Promise<EventPosition | undefined> {
  const { rows } = await pool.query<{
    commit: string;
    prepare: string;
    stream: string;
    revision: string;
    event_id: string | null;
  }>('select commit, prepare, stream, revision, event_id from dispatcher_position where stream is not null');
  const row = rows[0];
  return (
    row && {
      position: { commit: BigInt(row.commit), prepare: BigInt(row.prepare) },
      stream: row.stream,
      revision: BigInt(row.revision),
      eventId: row.event_id,
    }
  );
}

/** @returns the position of the last event that the dispatcher has seen; undefined before its first one */
export async function followedTo(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ commit: string }>('select commit from dispatcher_position');
  return rows[0]?.commit;
}

/**
 * If the event at the stored position is another one (another server, or a backup), the dispatcher reads the log from
 * its beginning, and every stream with rows is projected again, even if this log does not have it. The log gets a new
 * id, from which pages that are open learn of it.
 * @returns where to read on; undefined: from the beginning
 * @throws LeaderReplaced
 */
export async function resumePosition(
  log: EventLog,
  pool: Pool,
  fence: Fence,
  logger: Logger,
): Promise<EventPosition | undefined> {
  const place = await loadPosition(pool);
  if (!place || (await findPlace(log, place))?.isHere) return place;
  logger.warn(
    'the log is another one than before: the dispatcher reads it from its beginning, and all rows are compared with it',
  );
  await putEverythingInDoubt(pool, fence);
  return undefined;
}

/**
 * Until each stream has been projected again, no checkpoint counts as up to date. The revisions that people have seen are
 * of the log before.
 * @throws LeaderReplaced
 */
const putEverythingInDoubt = (pool: Pool, fence: Fence): Promise<void> =>
  inLeadership(pool, fence, async (tx) => {
    await tx.query(
      `with place as (delete from dispatcher_position),
            heads as (delete from stream_head),
            parked as (delete from parked_stream),
            seen as (delete from ${CHART_SEEN}),
            identity as (update accounts.event_log_identity set id = gen_random_uuid())
       update projection_checkpoint set in_doubt = true, updated_at = now()`,
    );
  });

/**
 * Stores heads and position in one statement: with a stored position its heads are stored too, and the sweeper finds
 * each stream that was not woken.
 * @throws LeaderReplaced if this process leads no more; it has written nothing
 */
export async function storePosition(
  pool: Pool,
  fence: Fence,
  heads: ReadonlyMap<string, bigint>,
  last: EventPosition | undefined,
): Promise<void> {
  if (heads.size === 0) return;
  const { rows } = await pool.query<{ leads: boolean }>({
    name: 'store-dispatcher-position',
    text: `with leader as materialized (${newestLeadership('$8', '$9')}), place as (
       insert into dispatcher_position (commit, prepare, stream, revision, event_id)
       select $3::numeric, $4::numeric, $5, $6::bigint, $7 from leader where $3 is not null
       on conflict (id) do update
       set commit = excluded.commit, prepare = excluded.prepare, stream = excluded.stream,
           revision = excluded.revision, event_id = excluded.event_id, updated_at = now()
     ), head as (
       insert into stream_head (stream, revision) select given.* from leader, unnest($1::text[], $2::bigint[]) as given
       on conflict (stream) do update set revision = excluded.revision, seen_at = now()
       where stream_head.revision < excluded.revision
     )
     select exists (select from leader) as leads`,
    values: [
      [...heads.keys()],
      [...heads.values()].map(String),
      last?.position.commit.toString() ?? null,
      last?.position.prepare.toString() ?? null,
      last?.stream ?? null,
      last?.revision.toString() ?? null,
      last?.eventId ?? null,
      fence.name,
      String(fence.number),
    ],
  });
  if (!rows[0]?.leads) throw new LeaderReplaced(fence);
}

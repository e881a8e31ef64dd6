/**
 * How far a follower of the log has come: the place of the last event that it has dealt with. Both numbers of a
 * position are kept: a filtered read may miss events with one alone.
 */
import type { Pool, PoolClient } from 'pg';
import { findPlace } from 'service-kit/event-log/place';
import type { EventLog, Place } from 'service-kit/event-log/port';
import type { Logger } from 'service-kit/process/logger';

/**
 * Where the follower goes on in this log. The import of a log keeps events, their ids and their order, and gives them
 * other positions: in a copy, the follower goes on after the event that it has dealt with last. Where this log does not
 * hold that event, and where an older version has kept none, it begins from the start: what a follower does may be done
 * twice.
 * @throws LogUnavailable
 */
export async function resumePlace(
  pool: Pool,
  log: Pick<EventLog, 'headAt'>,
  follower: string,
  logger: Logger,
): Promise<Place | undefined> {
  const kept = await storedPlace(pool, follower);
  if (kept === undefined) return undefined;
  const found = kept && (await findPlace(log, kept));
  if (!kept || !found) {
    logger.warn(
      { follower },
      'a follower begins from the start of the log: the event at its position is not in this log, or is not known',
    );
    return undefined;
  }
  if (!found.isHere)
    logger.warn({ follower }, 'this log is a copy of the one that a follower has read: it goes on at the same event');
  return { ...kept, position: found.position };
}

/**
 * @returns undefined where the follower has not dealt with anything yet, null where it is not known what lies at its
 * position
 */
async function storedPlace(pool: Pool, follower: string): Promise<Place | undefined | null> {
  const { rows } = await pool.query<{
    commit: string;
    prepare: string;
    stream: string | null;
    revision: string | null;
    event_id: string | null;
  }>(
    `select commit_position::text as commit, prepare_position::text as prepare, stream, revision::text, event_id
     from accounts.follower_position where follower = $1`,
    [follower],
  );
  const [row] = rows;
  if (!row) return undefined;
  if (row.stream === null || row.revision === null || row.event_id === null) return null;
  const position = { commit: BigInt(row.commit), prepare: BigInt(row.prepare) };
  return { position, stream: row.stream, revision: BigInt(row.revision), eventId: row.event_id };
}

/** Call once the event at the place has been dealt with. @param db a leader's transaction, where there is a leader */
export async function savePlace(
  db: Pick<PoolClient, 'query'>,
  follower: string,
  { position, stream, revision, eventId }: Place,
): Promise<void> {
  await db.query(
    `insert into accounts.follower_position (follower, commit_position, prepare_position, stream, revision, event_id)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (follower) do update set commit_position = excluded.commit_position, prepare_position = excluded.prepare_position,
       stream = excluded.stream, revision = excluded.revision, event_id = excluded.event_id`,
    [follower, String(position.commit), String(position.prepare), stream, String(revision), eventId],
  );
}

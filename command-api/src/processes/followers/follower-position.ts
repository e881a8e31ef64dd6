/**
 * The place of the last event that a follower has handled. Both numbers of a position are stored: with one of them
 * alone, a filtered read may miss events.
 */
import type { Pool, PoolClient } from 'pg';
import { findPlace } from 'service-kit/event-log/place';
import type { EventLog, EventPosition } from 'service-kit/event-log/port';
import type { Logger } from 'service-kit/process/logger';

/**
 * Where the follower resumes in this log. An imported log has the same events and ids in the same order, at other
 * positions: there the follower resumes after the event that it handled last. If this log does not have that event, or
 * an older version stored none, the follower starts from the beginning: all its work may be done twice.
 * @throws LogUnavailable
 */
export async function resumePlace(
  pool: Pool,
  log: Pick<EventLog, 'headAt'>,
  follower: string,
  logger: Logger,
): Promise<EventPosition | undefined> {
  const kept = await storedPlace(pool, follower);
  if (kept === undefined) return undefined;
  const found = kept && (await findPlace(log, kept));
  if (!kept || !found) {
    logger.warn(
      { follower },
      'a follower starts from the beginning of the log: the event at its position is not in this log, or is unknown',
    );
    return undefined;
  }
  if (!found.isHere)
    logger.warn({ follower }, 'this log is a copy of the one that a follower has read: it resumes at the same event');
  return { ...kept, position: found.position };
}

/**
 * @returns undefined if the follower has handled nothing yet, null if the event at its position is unknown
 */
async function storedPlace(pool: Pool, follower: string): Promise<EventPosition | undefined | null> {
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

/** Call it once the event at the place is handled. @param db the leader's transaction, if there is a leader */
export async function savePlace(
  db: Pick<PoolClient, 'query'>,
  follower: string,
  { position, stream, revision, eventId }: EventPosition,
): Promise<void> {
  await db.query(
    `insert into accounts.follower_position (follower, commit_position, prepare_position, stream, revision, event_id)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (follower) do update set
       commit_position = excluded.commit_position, prepare_position = excluded.prepare_position,
       stream = excluded.stream, revision = excluded.revision, event_id = excluded.event_id`,
    [follower, String(position.commit), String(position.prepare), stream, String(revision), eventId],
  );
}

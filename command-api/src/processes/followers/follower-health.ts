/**
 * The health of the followers. The leader of each writes it, so that every process can answer `GET /api/ready`.
 */
import type { Pool } from 'pg';
import { createSemaphore } from 'service-kit/concurrency/semaphore';
import { type Fence, inLeadership, LeaderReplaced, newestLeadership } from 'service-kit/postgres/leader-lock';

export interface FollowerHealth {
  readonly follower: string;
  readonly movedAt: Date;
  readonly caughtUpAt: Date | null;
  readonly failingSince: Date | null;
  /** The name of the error: its text may contain an address. */
  readonly failure: string | null;
}

/** The reports of several followers fall together, and no one waits for them: each would open a connection. */
const inTurn = createSemaphore(1, Infinity);

/** One statement, so that a follower at rest costs little. @throws LeaderReplaced */
export const saveMove = (
  pool: Pool,
  fence: Fence,
  follower: string,
  movedAt: Date,
  caughtUpAt: Date | undefined,
): Promise<void> =>
  inTurn(async () => {
    const { rowCount } = await pool.query(
      `with newest as (${newestLeadership('$4', '$5')})
       insert into accounts.follower_health as kept (follower, moved_at, caught_up_at)
       select $1, $2::timestamptz, $3::timestamptz from newest
       on conflict (follower) do update set moved_at = excluded.moved_at,
         caught_up_at = coalesce(excluded.caught_up_at, kept.caught_up_at),
         failing_since = case when excluded.caught_up_at is null then kept.failing_since end,
         failure = case when excluded.caught_up_at is null then kept.failure end`,
      [follower, movedAt, caughtUpAt ?? null, fence.name, String(fence.number)],
    );
    if (rowCount !== 1) throw new LeaderReplaced(fence);
  });

/** @param failure contains nothing personal @throws LeaderReplaced */
export const saveFailure = (pool: Pool, fence: Fence, follower: string, failure: string): Promise<void> =>
  inLeadership(pool, fence, async (tx) => {
    await tx.query(
      `insert into accounts.follower_health as kept (follower, moved_at, failing_since, failure)
       values ($1, now(), now(), $2)
       on conflict (follower) do update set failing_since = coalesce(kept.failing_since, now()),
         failure = excluded.failure`,
      [follower, failure],
    );
  });

export async function readFollowerHealth(pool: Pool): Promise<FollowerHealth[]> {
  const { rows } = await pool.query<FollowerHealth>(
    `select follower, moved_at as "movedAt", caught_up_at as "caughtUpAt", failing_since as "failingSince", failure
     from accounts.follower_health`,
  );
  return rows;
}

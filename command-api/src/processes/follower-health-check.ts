/** The part of `GET /api/ready` about the followers of the log. */
import type { Pool } from 'pg';
import { type FollowerHealth, readFollowerHealth } from './followers/follower-health.ts';
import { SEALS } from 'service-kit/event-log/seals';
import { SECOND_STEPS } from './process-managers/second-steps.ts';
import { ACCESS_LOG } from './access-log-writer.ts';
import { ANSWER_REMINDERS } from './reminders/answer-reminders.ts';
import { SECURITY_LOG } from './security-log-writer.ts';
import { type Check, CheckResult } from 'service-kit/http/health';

export const FOLLOWERS: readonly string[] = [...SECOND_STEPS, ACCESS_LOG, SEALS, SECURITY_LOG, ANSWER_REMINDERS];

/**
 * A follower without a report for this long stands still: a follower that has nothing to do reports three times in it.
 */
const STANDS_STILL_MS = 60_000;

export interface FollowerState {
  readonly ok: boolean;
  /**
   * The age of the last moment up to which everything is handled; null if there is none yet.
   */
  readonly behindSeconds: number | null;
  /** If it is not ok: the time of its last report. */
  readonly since?: string;
  /** If it fails: since when, and the name of the error. */
  readonly failingSince?: string;
  readonly failure?: string;
}

/**
 * @param startedAt of this process: from then on each follower has `standsStillMs` for its first report
 * @param names of the followers that run
 */
export function followersCheck(
  pool: Pool,
  startedAt: Date,
  standsStillMs = STANDS_STILL_MS,
  names: readonly string[] = FOLLOWERS,
): Check {
  return async () => {
    const known = new Map((await readFollowerHealth(pool)).map((health) => [health.follower, health]));
    const now = new Date();
    const each = Object.fromEntries(
      names.map((name) => [name, followerState(known.get(name), { now, startedAt, standsStillMs })]),
    );
    return new CheckResult(
      Object.values(each).every(({ ok }) => ok),
      { each },
    );
  };
}

/** @param health undefined if the follower has not reported yet */
export function followerState(
  health: FollowerHealth | undefined,
  { now, startedAt, standsStillMs }: { now: Date; startedAt: Date; standsStillMs: number },
): FollowerState {
  const movedAt = Math.max(health?.movedAt.getTime() ?? 0, startedAt.getTime());
  const ok = now.getTime() - movedAt <= standsStillMs;
  const caughtUpAt = health?.caughtUpAt;
  return {
    ok,
    behindSeconds: caughtUpAt ? Math.max(0, Math.round((now.getTime() - caughtUpAt.getTime()) / 1_000)) : null,
    ...(ok ? {} : { since: (health?.movedAt ?? startedAt).toISOString() }),
    ...(health?.failingSince
      ? { failingSince: health.failingSince.toISOString(), failure: health.failure ?? 'Error' }
      : {}),
  };
}

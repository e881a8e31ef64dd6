/**
 * Work that follows the log for ever (docs/decisions/write-side/followers.md). Several processes may run it: the leader
 * works, the others wait to take over.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { Backoff } from 'service-kit/concurrency/backoff';
import { saveFailure, saveMove } from './follower-health.ts';
import { type Fence, type Leadership, LeaderReplaced, tryToLead } from 'service-kit/postgres/leader-lock';
import type { Logger } from 'service-kit/process/logger';

const LOCK_RETRY_MS = 5_000;
const BACKOFF = { firstMs: 1_000, mostMs: 30_000 };
/**
 * The follower's health is written this often while nothing changes. A third of the time after which it counts as
 * standing still (`../follower-health-check.ts`).
 */
const REPORT_MS = 20_000;

export interface FollowerParts {
  readonly pool: Pool;
  readonly logger: Logger;
}

/** The context of the work of one leadership. */
export interface LeaderContext {
  /** Aborts when the work is to stop, or the leadership is lost. */
  readonly signal: AbortSignal;
  /** Each transaction of the work takes it. */
  readonly fence: Fence;
  /** Reports that an event was handled. @throws LeaderReplaced */
  moved(): Promise<void>;
  /** Reports that everything that was in the log at this moment is handled. @throws LeaderReplaced */
  caughtUp(at: Date): Promise<void>;
}

/**
 * Runs until `signal` aborts. Work that fails starts again, with growing pauses.
 * @param name of the follower and of its lock
 */
export async function runFollower(
  parts: FollowerParts,
  name: string,
  work: (leading: LeaderContext) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff(BACKOFF);
  for (let failures = 0; !signal.aborted;) {
    try {
      const leadership = await tryToLead(parts.pool, name);
      if (leadership) await lead(parts, name, leadership, work, signal);
      failures = 0;
      backoff.reset();
    } catch (error) {
      failures += 1;
      parts.logger.warn({ error, failures, follower: name }, 'a follower of the log cannot go on right now');
    }
    await pause(failures === 0 ? LOCK_RETRY_MS : backoff.nextMs(), signal);
  }
}

async function lead(
  { pool }: FollowerParts,
  name: string,
  leadership: Leadership,
  work: (leading: LeaderContext) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { fence, lost } = leadership;
  let reportedAt = 0;
  let reported: 'moved' | 'caught up' | undefined;
  const report = async (what: 'moved' | 'caught up', caughtUpAt?: Date): Promise<void> => {
    const now = Date.now();
    if (reported === what && now - reportedAt < REPORT_MS) return;
    [reported, reportedAt] = [what, now];
    await saveMove(pool, fence, name, new Date(now), caughtUpAt);
  };
  try {
    await work({
      signal: AbortSignal.any([signal, lost]),
      fence,
      moved: () => report('moved'),
      caughtUp: (at) => report('caught up', at),
    });
  } catch (error) {
    // If another process leads, or the database is away, there is nothing to write.
    if (!(error instanceof LeaderReplaced))
      await saveFailure(pool, fence, name, error instanceof Error ? error.name : 'Error').catch(() => undefined);
    throw error;
  } finally {
    await leadership.release().catch(() => undefined);
  }
}

/** Ends early when `signal` aborts. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined);
};

/**
 * Commands of two steps whose second is cut off by a crash are finished by following the log: where the first step's event lies in it,
 * the second is made sure of some seconds later (architecture, rule 5).
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { positionOf, savePosition } from './accounts/follower-position.ts';
import type { EventLog, StoredEvent } from './event-log/port.ts';
import type { Logger } from './service/log.ts';

const LOCK_RETRY_MS = 5_000;
/** The command itself is given this long to take its second step. */
const GRACE_MS = 3_000;
const MOST_BACKOFF_MS = 30_000;
const SAVE_EVERY = 1_000;

export interface Parts {
  readonly log: EventLog;
  readonly pool: Pool;
  readonly logger: Logger;
  /** How long a command is given to finish by itself, in milliseconds. */
  readonly graceMs?: number;
}

export interface SecondStep {
  /** Under which its position is stored, such as `complete-admissions`. */
  readonly follower: string;
  /** Any number that nothing else of the product locks. */
  readonly lock: number;
  readonly prefixes: readonly string[];
  /** The event of the first step. */
  readonly firstStep: string;
  /** Idempotent. The event comes without its body. @throws what lets it be tried again */
  readonly finish: (event: StoredEvent) => Promise<void>;
}

/** Runs until `signal` aborts. Several processes may: one holds the lock and works, the others wait to take over. */
export async function finishLater(parts: Parts, step: SecondStep, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    try {
      await whileLocked(parts, step, signal);
      failures = 0;
    } catch (error) {
      failures += 1;
      parts.logger.warn({ error, failures, follower: step.follower }, 'what was cut off cannot be finished right now');
    }
    await pause(failures === 0 ? LOCK_RETRY_MS : Math.min(MOST_BACKOFF_MS, 500 * 2 ** failures), signal);
  }
}

async function whileLocked(parts: Parts, step: SecondStep, signal: AbortSignal): Promise<void> {
  const client = await parts.pool.connect();
  const lost = new AbortController();
  const onLost = (): void => lost.abort();
  client.on('error', onLost);
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [step.lock]);
    if (rows[0]?.held) await follow(parts, step, AbortSignal.any([signal, lost.signal]));
  } finally {
    client.off('error', onLost);
    // Closing the connection gives the lock back whatever happened to it.
    client.release(true);
  }
}

async function follow({ log, pool, graceMs = GRACE_MS }: Parts, { follower, prefixes, firstStep, finish }: SecondStep, signal: AbortSignal): Promise<void> {
  const after = await positionOf(pool, follower);
  let passedOver = 0;
  for await (const event of log.follow({ prefixes, after, signal })) {
    if (event.type !== firstStep) {
      passedOver += 1;
      // A first step may be rare: after a restart not everything since the last one is gone through again.
      if (event.position && passedOver % SAVE_EVERY === 0) await savePosition(pool, follower, event.position);
      continue;
    }
    await pause(event.created.getTime() + graceMs - Date.now(), signal);
    if (signal.aborted) return;
    await finish(event);
    if (event.position) await savePosition(pool, follower, event.position);
  }
}

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined);
};

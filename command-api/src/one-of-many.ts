/** Work that goes on for ever, and that one process at a time does, whichever: under an advisory lock of Postgres. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from './service/log.ts';

const LOCK_RETRY_MS = 5_000;
const MOST_BACKOFF_MS = 30_000;

/**
 * Runs until `signal` aborts. Several processes may: one holds the lock and works, the others wait to take over. Work that fails is begun
 * again with growing pauses.
 * @param what `lock`: any number that nothing else of the product locks
 * @param work until the signal it is given aborts: the caller's, or that the lock is lost
 */
export async function oneOfMany({ pool, logger }: { readonly pool: Pool; readonly logger: Logger }, what: { readonly name: string; readonly lock: number }, work: (alone: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    try {
      await whileLocked(pool, what.lock, work, signal);
      failures = 0;
    } catch (error) {
      failures += 1;
      logger.warn({ error, failures, follower: what.name }, 'what goes on in the background cannot go on right now');
    }
    await pause(failures === 0 ? LOCK_RETRY_MS : Math.min(MOST_BACKOFF_MS, 500 * 2 ** failures), signal);
  }
}

async function whileLocked(pool: Pool, lock: number, work: (alone: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
  const client = await pool.connect();
  const lost = new AbortController();
  const onLost = (): void => lost.abort();
  client.on('error', onLost);
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lock]);
    if (rows[0]?.held) await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    client.off('error', onLost);
    // Closing the connection gives the lock back whatever happened to it.
    client.release(true);
  }
}

/** Ends early when `signal` aborts. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined);
};

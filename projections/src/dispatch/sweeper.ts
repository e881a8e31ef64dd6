/**
 * The sweeper: finds streams whose rows are behind the newest event seen, and has them looked at again. Heals every
 * lost wake-up.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'service-kit/process/logger';
import { describeFailure } from '../catch-up/failure.ts';
import type { WakeUp, WakeUps } from '../queue/queue.ts';
import { behindStreams } from './lag.ts';
import { freeKnown } from '../catch-up/parked.ts';

const EVERY_MS = 2_000;
/** A wake-up on its way is not lost yet. */
const PATIENCE_SECONDS = 2;
/**
 * A round looks at streams with news in this time; the first and every thirtieth look at all there are, and so does the
 * one after a full round: a new read model begins with a whole log behind.
 */
const RECENT_SECONDS = 300;
const ROUNDS_TO_ALL = 30;
/** At a time; the rest at the next round. */
const MOST = 500;

export interface Sweeper {
  stop(): Promise<void>;
}

/** Sweeps at once, whatever its age, what an earlier process has left behind; then every two seconds. */
export function startSweeper(pool: Pool, wakeUps: WakeUps, logger: Logger): Sweeper {
  const stopped = new AbortController();
  const running = (async () => {
    let isFull = false;
    for (let round = 0; !stopped.signal.aborted; round += 1) {
      try {
        const woken = await sweep(pool, wakeUps, {
          patienceSeconds: round === 0 ? 0 : PATIENCE_SECONDS,
          ...(isFull || round % ROUNDS_TO_ALL === 0 ? {} : { recentSeconds: RECENT_SECONDS }),
        });
        isFull = woken === MOST;
        if (woken > 0) logger.info({ streams: woken }, 'streams behind are looked at again');
        const freed = await freeKnown(pool);
        if (freed.length > 0)
          logger.info(
            { streams: freed.length },
            'parked streams go on: this program knows the events that stopped them',
          );
        await wakeUps.wakeAgain(freed);
      } catch (error) {
        logger.warn({ failure: describeFailure(error) }, 'sweep failed');
      }
      await pause(EVERY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

/** @returns how many streams were behind for at least `patienceSeconds` and have been woken. */
export async function sweep(
  pool: Pool,
  wakeUps: WakeUps,
  { patienceSeconds, recentSeconds }: { patienceSeconds: number; recentSeconds?: number },
): Promise<number> {
  const { rows } = await pool.query<WakeUp>(
    `select projection, stream from (${behindStreams}) as behind
     where seen_at <= now() - make_interval(secs => $1) ${recentSeconds === undefined ? '' : `and seen_at > now() - make_interval(secs => ${recentSeconds})`}
     order by seen_at limit $2`,
    [patienceSeconds, MOST],
  );
  await wakeUps.wakeAgain(rows);
  return rows.length;
}

/**
 * The sweeper wakes streams whose rows are behind the newest event seen. So a lost wake-up delays a stream, no more.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'service-kit/process/logger';
import { describeFailure } from '../catch-up/failure.ts';
import type { WakeUps } from '../queue/queue.ts';
import type { WakeUp } from '../queue/wake-up.ts';
import { behindStreams } from './lag.ts';
import { unparkKnown } from '../catch-up/parked.ts';

const EVERY_MS = 2_000;
/** A wake-up that is younger than this is not lost yet. */
const PATIENCE_SECONDS = 2;
/**
 * A round covers the streams with events in this time. The first round and every thirtieth cover all streams, parked
 * ones too. The round after a full one covers all that are not parked: a new read model begins with the whole log behind.
 */
const RECENT_SECONDS = 300;
const ROUNDS_TO_ALL = 30;
/** Streams of one round; the next round takes the rest. */
const MAX_STREAMS = 500;

export interface Sweeper {
  stop(): Promise<void>;
}

/** Sweeps at once, without the usual patience, what an earlier process left behind; then every two seconds. */
export function startSweeper(pool: Pool, wakeUps: WakeUps, logger: Logger): Sweeper {
  const stopped = new AbortController();
  const running = (async () => {
    let isFull = false;
    for (let round = 0; !stopped.signal.aborted; round += 1) {
      try {
        const isRare = round % ROUNDS_TO_ALL === 0;
        const woken = await sweep(pool, wakeUps, {
          patienceSeconds: round === 0 ? 0 : PATIENCE_SECONDS,
          ...(isFull || isRare ? {} : { recentSeconds: RECENT_SECONDS }),
        });
        isFull = woken === MAX_STREAMS;
        if (woken > 0) logger.info({ streams: woken }, 'streams that are behind are woken again');
        // An older program beside this one may still park streams.
        const unparked = isRare ? await unparkKnown(pool) : [];
        if (unparked.length > 0)
          logger.info(
            { streams: unparked.length },
            'parked streams go on: this program knows the events that stopped them',
          );
        await wakeUps.wake(unparked);
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

/** @returns how many streams were behind for at least `patienceSeconds` and were woken */
export async function sweep(
  pool: Pool,
  wakeUps: WakeUps,
  { patienceSeconds, recentSeconds }: { patienceSeconds: number; recentSeconds?: number },
): Promise<number> {
  const isRecent = recentSeconds === undefined ? 'true' : `seen_at > now() - make_interval(secs => ${recentSeconds})`;
  const { rows } = await pool.query<WakeUp>(
    /* sql */ `
    select projection, stream from (${behindStreams}) as behind
    where seen_at <= now() - make_interval(secs => $1) and ${isRecent}
    order by seen_at
    limit $2`,
    [patienceSeconds, MAX_STREAMS],
  );
  await wakeUps.wakeBehind(rows);
  return rows.length;
}

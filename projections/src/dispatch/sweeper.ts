/**
 * The sweeper wakes streams whose rows are behind the newest event seen. So a lost wake-up delays a stream, no more.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'service-kit/process/logger';
import { describeFailure } from '../catch-up/failure.ts';
import type { WakeUps } from '../queue/queue.ts';
import type { LagReader } from './lag.ts';
import { unparkKnown } from '../catch-up/parked.ts';

const EVERY_MS = 2_000;
/** A wake-up that is younger than this is not lost yet. */
const PATIENCE_SECONDS = 2;
/** The first round and every thirtieth look at old streams and parked ones too. */
const ROUNDS_TO_OLD = 30;
/** Streams of one round; the next round takes the rest. */
const MAX_STREAMS = 500;

export interface Sweeper {
  stop(): Promise<void>;
}

export interface SweeperOptions {
  readonly pool: Pool;
  readonly lag: LagReader;
  readonly wakeUps: WakeUps;
  readonly logger: Logger;
}

/** Sweeps at once, without the usual patience, what an earlier process left behind; then every two seconds. */
export function startSweeper({ pool, lag, wakeUps, logger }: SweeperOptions): Sweeper {
  const stopped = new AbortController();
  const sweepRound = async (round: number): Promise<void> => {
    const isRare = round % ROUNDS_TO_OLD === 0;
    if (isRare) await lag.read();
    const behind = await lag.behind({ patienceSeconds: round === 0 ? 0 : PATIENCE_SECONDS, limit: MAX_STREAMS });
    const old = isRare && behind.length < MAX_STREAMS ? await lag.behindOnPage(MAX_STREAMS) : [];
    await wakeUps.wakeBehind([...behind, ...old]);
    const woken = behind.length + old.length;
    if (woken > 0) logger.info({ streams: woken }, 'streams that are behind are woken again');
    if (!isRare) return;
    // An older program beside this one may still park streams.
    const unparked = await unparkKnown(pool);
    if (unparked.length > 0)
      logger.info(
        { streams: unparked.length },
        'parked streams go on: this program knows the events that stopped them',
      );
    await wakeUps.wake(unparked);
  };

  const running = (async () => {
    for (let round = 0; !stopped.signal.aborted; round += 1) {
      await sweepRound(round).catch((error: unknown) =>
        logger.warn({ failure: describeFailure(error) }, 'sweep failed'),
      );
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

/**
 * At its start the service catches up every stream that is behind, before it is ready. Without this, streams whose
 * wake-up was lost with an earlier process would wait for the sweeper, and events acknowledged before the restart would
 * be missing from the screens for seconds (docs/decisions/write-side/followers.md).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'service-kit/process/logger';
import type { Sources } from '../catch-up/catch-up.ts';
import type { LagReader } from './lag.ts';
import { catchUpOrPark } from '../catch-up/worker.ts';

const STEP_MS = 20;
const PAGE = 500;
/** Between two looks at the clock. */
const STREAMS = 100;
/** The service starts after this time even if it is still behind; `GET /api/ready` shows how far it is. */
const MAX_MS = 10_000;

/**
 * Resolves once every stream that was behind when the dispatcher reached the end of the log has been tried, or after
 * `maxMs`.
 * @returns whether all of them are up to date
 */
export async function runInitialCatchUp(
  sources: Sources,
  lag: LagReader,
  logger: Logger,
  maxMs = MAX_MS,
): Promise<boolean> {
  const deadline = performance.now() + maxMs;
  const isLate = (): boolean => performance.now() > deadline;
  // Before that, the streams with new events are not known.
  while (!(await lag.read()).caughtUp) {
    if (isLate()) return false;
    await pause(STEP_MS);
  }
  const { rows: now } = await sources.pool.query<{ at: Date }>('select now() as at');
  const until = now[0]?.at ?? new Date();
  const tried = new Set<string>();
  while (!isLate()) {
    const rows = await lag.behind({ patienceSeconds: 0, until, limit: PAGE });
    // The sweeper retries a stream that could not be caught up.
    const next = rows.filter(({ projection, stream }) => !tried.has(`${projection}/${stream}`));
    if (next.length === 0) {
      if (tried.size > 0)
        logger.info({ streams: tried.size }, 'tried to catch up the streams that were behind at the start');
      return rows.length === 0;
    }
    for (const { projection, stream } of next) tried.add(`${projection}/${stream}`);
    for (let from = 0; from < next.length && !isLate(); from += STREAMS) {
      const { unfinished } = await catchUpOrPark(sources, logger, next.slice(from, from + STREAMS), 1);
      for (const { projection, stream } of unfinished) tried.delete(`${projection}/${stream}`);
    }
  }
  return false;
}

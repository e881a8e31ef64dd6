/**
 * A service that starts looks at once at every stream that is behind, before it says that it is ready. Wake-ups that
 * died with an earlier process would otherwise wait for the sweeper, and what was acknowledged before the restart would
 * be missing from the screens for seconds.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'service-kit/process/logger';
import type { Sources } from '../catch-up/catch-up.ts';
import { behindStreams, readLag } from './lag.ts';
import type { WakeUp } from '../queue/queue.ts';
import { CONCURRENCY, look } from '../catch-up/worker.ts';

const STEP_MS = 20;
const PAGE = 500;
/** Without a log, or with a whole log behind, the service starts all the same: readiness tells how far it is. */
const LONGEST_MS = 10_000;

/**
 * Ends when everything that was behind when the dispatcher reached the end of the log has been looked at, or after
 * `longestMs`.
 * @returns whether all of it is up to date now
 */
export async function lookAtAllBehind(sources: Sources, logger: Logger, longestMs = LONGEST_MS): Promise<boolean> {
  const deadline = performance.now() + longestMs;
  const isLate = (): boolean => performance.now() > deadline;
  // Until then it is not known which streams have news.
  while (!(await readLag(sources.pool)).caughtUp) {
    if (isLate()) return false;
    await pause(STEP_MS);
  }
  const { rows: now } = await sources.pool.query<{ at: Date }>('select now() as at');
  const until = now[0]?.at ?? new Date();
  const looked = new Set<string>();
  while (!isLate()) {
    const { rows } = await sources.pool.query<WakeUp>(
      `select projection, stream from (${behindStreams}) as behind where seen_at <= $1 order by seen_at limit ${PAGE}`,
      [until],
    );
    // One that cannot be brought up to date is tried again by the sweeper.
    const next = rows.filter(({ projection, stream }) => !looked.has(`${projection}/${stream}`));
    if (next.length === 0) {
      if (looked.size > 0)
        logger.info({ streams: looked.size }, 'streams that were behind at the start have been looked at');
      return rows.length === 0;
    }
    for (const { projection, stream } of next) looked.add(`${projection}/${stream}`);
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (let one = next.pop(); one && !isLate(); one = next.pop())
          await look(sources, logger, one, 1).catch(() => undefined);
      }),
    );
  }
  return false;
}

/** "Try again" of parked streams: does what the admin account asks for (`service-kit/operations/stream-retries`). */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'service-kit/process/logger';
import { settleRetry, type StreamRetry, takeRetries, type TriedRetry } from 'service-kit/operations/stream-retries';
import type { WakeUps } from '../queue/queue.ts';
import { projectionNames } from '../schema/projections.ts';
import type { Sources } from './catch-up.ts';
import { describeFailure } from './failure.ts';
import { parkedReason, unpark } from './parked.ts';
import { catchUpOrPark, TRIES } from './worker.ts';

/** A person waits for the answer. The statement finds nothing almost always, in an index that is almost always empty. */
const EVERY_MS = 2_000;

export interface RetryParts {
  readonly sources: Sources;
  readonly wakeUps: Pick<WakeUps, 'wake' | 'retry'>;
  readonly logger: Logger;
}

export function startStreamRetries(parts: RetryParts): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const { pool } = parts.sources;
  const running = (async () => {
    while (!stopped.signal.aborted) {
      try {
        for (const asked of await takeRetries(pool))
          await settleRetry(pool, asked.commandId, await retry(parts, asked));
      } catch (error) {
        // The database was away. Another round takes what has no answer.
        parts.logger.warn({ failure: describeFailure(error) }, 'parked streams could not be tried again');
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

/** Frees the stream and projects it at once, without the patience of the queue: a poison event parks it again. */
async function retry({ sources, wakeUps, logger }: RetryParts, asked: StreamRetry): Promise<TriedRetry> {
  const { pool } = sources;
  const projection = projectionNames.find((name) => name === asked.projection);
  const { stream } = asked;
  if (!projection || !(await unpark(pool, projection, stream))) return { outcome: 'notParked', reason: null };
  const { failed, unfinished } = await catchUpOrPark(sources, logger, [{ projection, stream }], TRIES);
  // The sweeper wakes the stream where the queue is away.
  await Promise.all([wakeUps.wake(unfinished), wakeUps.retry(failed.map(({ wakeUp }) => wakeUp))]).catch(
    (error: unknown) => logger.warn({ failure: describeFailure(error) }, 'an unparked stream could not be woken'),
  );
  const reason = await parkedReason(pool, projection, stream);
  const outcome = reason !== undefined ? 'parkedAgain' : failed.length > 0 ? 'triedLater' : 'goesOn';
  logger.info({ projection, stream, outcome }, 'a parked stream was tried again');
  return { outcome, reason: reason ?? null };
}

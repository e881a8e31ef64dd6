/** The worker catches up each stream that it is woken for, and decides whether a failure is retried or parks it. */
import type { Logger } from 'service-kit/process/logger';
import { catchUpAll, type Sources } from './catch-up.ts';
import { describeFailure, PoisonEvent, ProjectionFailed } from './failure.ts';
import { park } from './parked.ts';
import { type QueueOptions, type RunningWorker, startQueueWorker, type WakeUps } from '../queue/queue.ts';
import type { WakeUp } from '../queue/wake-up.ts';

/**
 * Jobs of a process at a time: one that stays open for the wake-ups of this process, and one that retries. Wake-ups that
 * come meanwhile share the next transaction. A stream that is far behind goes on in a later one.
 */
const CONCURRENCY = 2;
/** An event that fails this often at the same checkpoint is a poison event. */
export const TRIES = 3;

/**
 * Streams that are looked at together fail alone: each gets a job of its own, which is tried again. A job of one stream
 * throws ProjectionFailed if it fails, so that the queue tries it again. The queue stores the message, which holds no
 * patient data.
 */
export function startWorker(sources: Sources, queue: QueueOptions, wakeUps: WakeUps): Promise<RunningWorker> {
  const look = async (streams: readonly WakeUp[], tries: number): Promise<readonly FailedLook[]> => {
    const { failed, unfinished } = await catchUpOrPark(sources, queue.logger, streams, tries);
    await wakeUps.wake(unfinished);
    return failed;
  };
  const retry = (failed: readonly FailedLook[]): Promise<void> => wakeUps.retry(failed.map(({ wakeUp }) => wakeUp));
  return startQueueWorker({ ...queue, concurrency: CONCURRENCY }, async (streams, tries) => {
    const failed = await look(streams, tries);
    const [first] = failed;
    if (first && streams.length === 1) throw first.failure;
    await retry(failed);
    const left = await queue.openJob?.serve(async (offered) => retry(await look(offered, 1)));
    await wakeUps.wake(left ?? []);
  });
}

interface FailedLook {
  readonly wakeUp: WakeUp;
  readonly failure: ProjectionFailed;
}

/**
 * Catches up the streams. A stream that has failed too often is parked.
 * @returns the streams that are to be tried again, and those that have more events than one call takes
 */
export async function catchUpOrPark(
  sources: Sources,
  logger: Logger,
  streams: readonly WakeUp[],
  tries: number,
): Promise<{ readonly failed: readonly FailedLook[]; readonly unfinished: readonly WakeUp[] }> {
  const failed: FailedLook[] = [];
  const { errors, unfinished } = await catchUpAll(sources, streams);
  for (const { wakeUp, error } of errors) {
    const { projection, stream } = wakeUp;
    const failure = describeFailure(error);
    if (!(error instanceof PoisonEvent)) {
      logger.warn({ projection, stream, tries, failure }, 'projection will be tried again');
      failed.push({ wakeUp, failure: new ProjectionFailed(failure) });
      continue;
    }
    const { revision, eventType, message } = error;
    if (tries < TRIES) {
      failed.push({ wakeUp, failure: new ProjectionFailed(message) });
      continue;
    }
    await park(sources.pool, projection, stream, error);
    logger.error(
      { projection, stream, revision: String(revision), eventType, failure: message },
      'stream parked: this event cannot be projected',
    );
  }
  return { failed, unfinished };
}

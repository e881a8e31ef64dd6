/** The worker catches up each stream that it is woken for, and decides whether a failure is retried or parks it. */
import type { Logger } from 'service-kit/process/logger';
import { catchUpAll, type Sources } from './catch-up.ts';
import { describeFailure, PoisonEvent, ProjectionFailed } from './failure.ts';
import { park } from './parked.ts';
import { type QueueOptions, type RunningWorker, startQueueWorker, type WakeUp, type WakeUps } from '../queue/queue.ts';

/**
 * Jobs of a process at a time. Meanwhile the next wake-ups come together, and share a transaction. No job is long: a
 * stream that is far behind goes on in another one.
 */
const CONCURRENCY = 1;
/** An event that fails this often at the same checkpoint is a poison event. */
export const TRIES = 3;

export function startWorker(sources: Sources, queue: QueueOptions, wakeUps: WakeUps): Promise<RunningWorker> {
  return startQueueWorker({ ...queue, concurrency: CONCURRENCY }, (streams, tries) =>
    handleJob(sources, queue.logger, wakeUps, streams, tries),
  );
}

/**
 * Streams of one job fail alone: each gets a job of its own, which is tried again.
 * @throws ProjectionFailed if the job has one stream, which fails, so that the queue tries it again. The queue stores
 * its message, which holds no patient data.
 */
async function handleJob(
  sources: Sources,
  logger: Logger,
  wakeUps: WakeUps,
  streams: readonly WakeUp[],
  tries: number,
): Promise<void> {
  const { failed, unfinished } = await lookAtAll(sources, logger, streams, tries);
  const [first] = failed;
  if (first && streams.length === 1) throw first.failure;
  await wakeUps.retry(failed.map(({ wakeUp }) => wakeUp));
  await wakeUps.wake(unfinished);
}

interface FailedWakeUp {
  readonly wakeUp: WakeUp;
  readonly failure: ProjectionFailed;
}

/**
 * Catches up the streams. A stream that has failed too often is parked.
 * @returns the streams that are to be tried again, and those that have more events than one call takes
 */
export async function lookAtAll(
  sources: Sources,
  logger: Logger,
  streams: readonly WakeUp[],
  tries: number,
): Promise<{ readonly failed: readonly FailedWakeUp[]; readonly unfinished: readonly WakeUp[] }> {
  const failed: FailedWakeUp[] = [];
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

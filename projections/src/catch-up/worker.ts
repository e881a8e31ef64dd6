/** The worker catches up each stream that it is woken for, and decides whether a failure is retried or parks it. */
import type { Logger } from 'service-kit/process/logger';
import { catchUp, type Sources } from './catch-up.ts';
import { describeFailure, PoisonEvent, ProjectionFailed } from './failure.ts';
import { park } from './parked.ts';
import { type QueueOptions, type RunningWorker, startQueueWorker, type WakeUp } from '../queue/queue.ts';
import { readModels } from '../read-models/all.ts';

/** Streams at a time. A job mostly waits for the log and for Postgres; about this many jobs fill two cores. */
export const CONCURRENCY = 6;
/** An event that fails this often at the same checkpoint is a poison event. */
const TRIES = 3;

export function startWorker(sources: Sources, queue: QueueOptions): Promise<RunningWorker> {
  return startQueueWorker({ ...queue, concurrency: CONCURRENCY }, (wakeUp, tries) =>
    handleWakeUp(sources, queue.logger, wakeUp, tries),
  );
}

/** @throws ProjectionFailed so that the queue retries; the queue stores its message, which holds no patient data */
export async function handleWakeUp(
  sources: Sources,
  logger: Logger,
  { projection, stream }: WakeUp,
  tries: number,
): Promise<void> {
  try {
    await catchUp(sources, readModels[projection], stream);
  } catch (error) {
    const failure = describeFailure(error);
    if (!(error instanceof PoisonEvent)) {
      logger.warn({ projection, stream, tries, failure }, 'projection will be tried again');
      throw new ProjectionFailed(failure);
    }
    const { revision, eventType, message } = error;
    if (tries < TRIES) throw new ProjectionFailed(message);
    await park(sources.pool, projection, stream, error);
    logger.error(
      { projection, stream, revision: String(revision), eventType, failure: message },
      'stream parked: this event cannot be projected',
    );
  }
}

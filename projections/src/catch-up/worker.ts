/** The worker: looks at the streams that it is woken for, and decides what a failure means. */
import type { Logger } from 'service-kit/process/logger';
import { catchUp, type Sources } from './catch-up.ts';
import { describeFailure, PoisonEvent, ProjectionFailed } from './failure.ts';
import { park } from './parked.ts';
import { type QueueOptions, type RunningWorker, startLooking, type WakeUp } from '../queue/queue.ts';
import { readModels } from '../read-models/all.ts';

/**
 * Streams looked at side by side. Most of a look is waiting for the log and for Postgres; two cores are full at about
 * this many.
 */
export const CONCURRENCY = 6;
/** An event that failed this often, at the same checkpoint, is poison. */
const TRIES = 3;

export function startWorker(sources: Sources, queue: QueueOptions): Promise<RunningWorker> {
  return startLooking({ ...queue, concurrency: CONCURRENCY }, (wakeUp, tries) =>
    look(sources, queue.log, wakeUp, tries),
  );
}

/** @throws ProjectionFailed to be tried again by the queue; its message holds no values, for the queue stores it. */
export async function look(
  sources: Sources,
  log: Logger,
  { projection, stream }: WakeUp,
  tries: number,
): Promise<void> {
  try {
    await catchUp(sources, readModels[projection], stream);
  } catch (error) {
    const failure = describeFailure(error);
    if (!(error instanceof PoisonEvent)) {
      log.warn({ projection, stream, tries, failure }, 'projection will be tried again');
      throw new ProjectionFailed(failure);
    }
    const { revision, eventType, message } = error;
    if (tries < TRIES) throw new ProjectionFailed(message);
    await park(sources.pool, projection, stream, error);
    log.error(
      { projection, stream, revision: String(revision), eventType, failure: message },
      'stream parked: this event cannot be projected',
    );
  }
}

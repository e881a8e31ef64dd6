/** The worker catches up each stream that it is woken for, and decides whether a failure is retried or parks it. */
import type { Logger } from 'service-kit/process/logger';
import { catchUp, type Sources } from './catch-up.ts';
import { describeFailure, PoisonEvent, ProjectionFailed } from './failure.ts';
import { park } from './parked.ts';
import { type QueueOptions, type RunningWorker, startQueueWorker, type WakeUp, type WakeUps } from '../queue/queue.ts';
import { readModels } from '../read-models/all.ts';

/** Jobs at a time: the next wake-ups do not wait for a stream that is far behind. */
const CONCURRENCY = 3;
/** Streams of a job at a time. They mostly wait for the log and for Postgres; about this many fill two cores. */
export const STREAMS_OF_A_JOB = 6;
/** An event that fails this often at the same checkpoint is a poison event. */
const TRIES = 3;

export function startWorker(sources: Sources, queue: QueueOptions, wakeUps: WakeUps): Promise<RunningWorker> {
  return startQueueWorker({ ...queue, concurrency: CONCURRENCY }, (streams, tries) =>
    handleJob(sources, queue.logger, wakeUps, streams, tries),
  );
}

/**
 * Streams of one job fail alone: each gets a job of its own, which is tried again.
 * @throws ProjectionFailed if the job has one stream, which fails
 */
async function handleJob(
  sources: Sources,
  logger: Logger,
  wakeUps: WakeUps,
  streams: readonly WakeUp[],
  tries: number,
): Promise<void> {
  const [first, ...others] = streams;
  if (first && others.length === 0) return handleWakeUp(sources, logger, first, tries);
  const failed: WakeUp[] = [];
  const waiting = [...streams];
  await Promise.all(
    Array.from({ length: STREAMS_OF_A_JOB }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const wakeUp = next;
        await handleWakeUp(sources, logger, wakeUp, tries).catch(() => failed.push(wakeUp));
      }
    }),
  );
  await wakeUps.retry(failed);
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

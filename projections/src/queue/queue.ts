/**
 * The job queue: BullMQ on Postgres through its own backend, or on Redis if REDIS_URL is set. A job only names a stream
 * to look at (docs/architecture.md, "Rule 6: a job is a wake-up"), so wiping the queue at any time loses nothing.
 */
import {
  createPostgresBackend,
  type DeduplicationOptions,
  type JobsOptions,
  Queue,
  withBackend,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import { POSTGRES_TIMEOUTS } from 'service-kit/postgres/availability';
import { QUERY_MS } from '../pools.ts';
import { QueueClient } from './queue-client.ts';
import { QUEUE_SCHEMA } from '../schema/migrate.ts';
import { AUDIT, type ProjectionName } from '../schema/projections.ts';
import type { Logger } from 'service-kit/process/logger';

const QUEUE = 'projections';
const OnPostgres = withBackend(createPostgresBackend);

/** All that a job holds. */
export interface WakeUp {
  readonly projection: ProjectionName;
  readonly stream: string;
}

export interface QueueOptions {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly logger: Logger;
}

export interface WakeUps {
  /**
   * Adds a job for each stream. Duplicates join: at most one job of a stream waits and one runs.
   * @param generation the dispatcher's fencing number. Wake-ups of different dispatchers do not join: a killed process
   * leaves its jobs active, and a job that joins them waits until BullMQ calls them stalled
   * @throws if the queue is unavailable
   */
  wake(streams: readonly WakeUp[], generation?: bigint): Promise<void>;
  /**
   * For the sweeper; its jobs do not join those of `wake`. A worker that was killed while the dispatcher lived leaves
   * its job active, and a job of `wake` would wait for it. At most one job of a stream in five seconds.
   */
  wakeAgain(streams: readonly WakeUp[]): Promise<void>;
  close(): Promise<void>;
}

const retrying: JobsOptions = {
  attempts: 6,
  backoff: { type: 'exponential', delay: 200, jitter: 0.5 },
  // The queue keeps no finished jobs: a final failure is in the log, and the sweeper wakes the stream again.
  removeOnComplete: true,
  removeOnFail: true,
};
/** No screen waits for the audit rows, so their jobs run after all others. */
const lowPriority: JobsOptions = { priority: 1 };
const SWEEP_TTL_MS = 5_000;
/** Nothing reads BullMQ's own events. */
const streams = { events: { maxLen: 100 } };

/**
 * Jobs may be lost in a crash of Postgres, so no write waits for the disk. The pool is small: BullMQ mostly runs one
 * query at a time, beside the connection that listens for NOTIFY.
 */
const postgresConnection = (databaseUrl: string) => ({
  connectionString: databaseUrl,
  schema: QUEUE_SCHEMA,
  options: '-c synchronous_commit=off',
  max: 4,
  ...POSTGRES_TIMEOUTS,
  query_timeout: QUERY_MS,
  application_name: 'projections queue',
  Client: QueueClient,
});

export function createWakeUps({ databaseUrl, redisUrl, logger }: QueueOptions): WakeUps {
  const queue =
    redisUrl === undefined
      ? new OnPostgres.Queue<WakeUp, void, ProjectionName>(QUEUE, {
          connection: postgresConnection(databaseUrl),
          streams,
        })
      : // Without the offline queue a call fails at once while Redis is away. The dispatcher retries from its position.
        new Queue<WakeUp, void, ProjectionName>(QUEUE, {
          connection: { url: redisUrl, enableOfflineQueue: false },
          streams,
        });
  queue.on('error', (error) => logger.warn({ error }, 'queue'));
  const ready = queue.waitUntilReady();
  ready.catch(() => undefined);
  const add = async (
    wakeUps: readonly WakeUp[],
    deduplication: (wakeUp: WakeUp) => DeduplicationOptions,
  ): Promise<void> => {
    await ready;
    if (wakeUps.length > 0)
      await queue.addBulk(
        wakeUps.map((wakeUp) => ({
          name: wakeUp.projection,
          data: wakeUp,
          opts: {
            ...retrying,
            ...(wakeUp.projection === AUDIT ? lowPriority : {}),
            deduplication: deduplication(wakeUp),
          },
        })),
      );
  };
  return {
    wake: (wakeUps, generation = 0n) =>
      add(wakeUps, ({ projection, stream }) => ({
        id: `${generation}/${projection}/${stream}`,
        keepLastIfActive: true,
      })),
    wakeAgain: (wakeUps) =>
      add(wakeUps, ({ projection, stream }) => ({ id: `sweep/${projection}/${stream}`, ttl: SWEEP_TTL_MS })),
    close: () => queue.close(),
  };
}

/** `tries` counts from 1. */
export type WakeUpHandler = (wakeUp: WakeUp, tries: number) => Promise<void>;

export interface RunningWorker {
  close(): Promise<void>;
}

/** Resolves once the worker listens. `close` waits for the running jobs. */
export async function startQueueWorker(
  options: QueueOptions & { concurrency: number },
  handle: WakeUpHandler,
): Promise<RunningWorker> {
  const { databaseUrl, redisUrl, logger, concurrency } = options;
  const settings: Omit<WorkerOptions, 'connection'> = {
    concurrency,
    // A killed worker's jobs come back after this time. BullMQ's default is 30 s; a job takes milliseconds.
    lockDuration: 10_000,
    stalledInterval: 5_000,
    maxStalledCount: 100,
    runRetryDelay: 500,
  };
  const run = (job: { data: WakeUp; attemptsMade: number }): Promise<void> => handle(job.data, job.attemptsMade + 1);
  const worker =
    redisUrl === undefined
      ? new OnPostgres.Worker<WakeUp, void, ProjectionName>(QUEUE, run, {
          ...settings,
          connection: postgresConnection(databaseUrl),
        })
      : new Worker<WakeUp, void, ProjectionName>(QUEUE, run, {
          ...settings,
          connection: { url: redisUrl, maxRetriesPerRequest: null },
        });
  worker.on('error', (error) => logger.warn({ error }, 'queue worker'));
  await worker.waitUntilReady();
  return { close: () => worker.close() };
}

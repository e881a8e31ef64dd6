/**
 * The job queue: BullMQ on Postgres through its own backend, or on Redis where REDIS_URL is set. A job says "look at
 * this stream", and nothing else (architecture, rule 6): the queue may be wiped at any time with no loss.
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
import { PATIENCE } from 'service-kit/postgres/availability';
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
  readonly log: Logger;
}

export interface WakeUps {
  /**
   * News of these streams. Doubles join: at most one job a stream waits, and one runs.
   * @param generation of the dispatcher: wake-ups of another one do not join. A process that was killed leaves its jobs
   * active, and what joins them waits until BullMQ calls them stalled
   * @throws when the queue is away
   */
  wake(streams: readonly WakeUp[], generation?: bigint): Promise<void>;
  /**
   * The sweeper's call, in a lane of its own: a worker that was killed while the dispatcher lived on leaves its job
   * active, and `wake` would wait behind that. At most one a stream in five seconds.
   */
  wakeAgain(streams: readonly WakeUp[]): Promise<void>;
  close(): Promise<void>;
}

const retrying: JobsOptions = {
  attempts: 6,
  backoff: { type: 'exponential', delay: 200, jitter: 0.5 },
  // What failed for good is in the log, and the sweeper looks again; the queue keeps nothing.
  removeOnComplete: true,
  removeOnFail: true,
};
/** Nobody waits at a screen for the auditor's rows: those that people see come first. */
const behindAllOthers: JobsOptions = { priority: 1 };
const SWEEP_TTL_MS = 5_000;
/** Nobody reads BullMQ's own events. */
const streams = { events: { maxLen: 100 } };

/**
 * Jobs may be lost with the last moments before a crash of Postgres, so none waits for the disk. The pool is small: one
 * query at a time is the rule, and the waiting connection that hears NOTIFY is extra.
 */
const postgresConnection = (databaseUrl: string) => ({
  connectionString: databaseUrl,
  schema: QUEUE_SCHEMA,
  options: '-c synchronous_commit=off',
  max: 4,
  ...PATIENCE,
  query_timeout: QUERY_MS,
  application_name: 'projections queue',
  Client: QueueClient,
});

export function createWakeUps({ databaseUrl, redisUrl, log }: QueueOptions): WakeUps {
  const queue =
    redisUrl === undefined
      ? new OnPostgres.Queue<WakeUp, void, ProjectionName>(QUEUE, {
          connection: postgresConnection(databaseUrl),
          streams,
        })
      : // Without the offline queue a call fails at once while Redis is away, and is tried again from the stored position.
        new Queue<WakeUp, void, ProjectionName>(QUEUE, {
          connection: { url: redisUrl, enableOfflineQueue: false },
          streams,
        });
  queue.on('error', (error) => log.warn({ error }, 'queue'));
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
            ...(wakeUp.projection === AUDIT ? behindAllOthers : {}),
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

/** A wake-up as the worker sees it; `tries` counts from 1. */
export type Look = (wakeUp: WakeUp, tries: number) => Promise<void>;

export interface RunningWorker {
  close(): Promise<void>;
}

/** Resolves once the worker listens. Closing waits for the jobs that run. */
export async function startLooking(
  options: QueueOptions & { concurrency: number },
  look: Look,
): Promise<RunningWorker> {
  const { databaseUrl, redisUrl, log, concurrency } = options;
  const settings: Omit<WorkerOptions, 'connection'> = {
    concurrency,
    // A killed worker's jobs come back after this, not after the 30 s that BullMQ has by default; a look takes
    // milliseconds.
    lockDuration: 10_000,
    stalledInterval: 5_000,
    maxStalledCount: 100,
    runRetryDelay: 500,
  };
  const run = (job: { data: WakeUp; attemptsMade: number }): Promise<void> => look(job.data, job.attemptsMade + 1);
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
  worker.on('error', (error) => log.warn({ error }, 'queue worker'));
  await worker.waitUntilReady();
  return { close: () => worker.close() };
}

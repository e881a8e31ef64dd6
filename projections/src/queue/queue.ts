/**
 * The job queue: BullMQ on Postgres through its own backend, or on Redis if REDIS_URL is set. A job only names streams
 * to look at (docs/architecture.md, "Rule 6: a job is a wake-up"), so wiping the queue at any time loses nothing.
 */
import {
  createPostgresBackend,
  isPgPool,
  type JobsOptions,
  type PgPool,
  Queue,
  withBackend,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import { POSTGRES_TIMEOUTS } from 'service-kit/postgres/availability';
import { QUERY_MS } from '../pools.ts';
import { openQueuePool, type Patience } from './queue-client.ts';
import type { Pool } from 'pg';
import { QUEUE_SCHEMA } from '../schema/migrate.ts';
import type { OpenJob } from './open-job.ts';
import type { WakeUp } from './wake-up.ts';
import type { Logger } from 'service-kit/process/logger';

const QUEUE = 'projections';
/** All jobs are of one kind; BullMQ asks for a name. */
const JOB = 'wake-up';
const OnPostgres = withBackend(createPostgresBackend);

/** Those in which a job of this queue can be, also one of an earlier version. */
const JOB_STATES = ['waiting', 'prioritized', 'delayed', 'active'] as const;

/** All that a job holds. */
export interface Job {
  readonly wakeUps: readonly WakeUp[];
}

export interface QueueOptions {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly logger: Logger;
  /** Shared by the wake-ups and the worker of a process. */
  readonly openJob?: OpenJob;
}

export interface WakeUps {
  /**
   * Gives them to the open job of this process, or adds one job for all of them. A job costs the queue about ten writes,
   * so many streams share it.
   * @throws if the queue is unavailable
   */
  wake(wakeUps: readonly WakeUp[]): Promise<void>;
  /**
   * For the sweeper, which wakes the same streams each time until they are up to date: one job in five seconds.
   * @throws if the queue is unavailable
   */
  wakeBehind(wakeUps: readonly WakeUp[]): Promise<void>;
  /**
   * Adds a job for each of them, which BullMQ tries again with growing pauses. While a stream has such a job, it gets
   * no second one.
   * @throws if the queue is unavailable
   */
  retry(wakeUps: readonly WakeUp[]): Promise<void>;
  /** Jobs by state. @throws if the queue is unavailable */
  depth(): Promise<Readonly<Record<string, number>>>;
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 200;
const retrying: JobsOptions = {
  attempts: 6,
  backoff: { type: 'exponential', delay: FIRST_RETRY_MS, jitter: 0.5 },
  // The queue keeps no finished jobs: a final failure is in the log, and the sweeper wakes the stream again.
  removeOnComplete: true,
  removeOnFail: true,
};
const SWEEP_TTL_MS = 5_000;
/** Nothing reads BullMQ's own events. On Postgres it writes none (`../schema/migrate.ts`). */
const streams = { events: { maxLen: 100 } };

/** The pool is small: BullMQ mostly runs one query at a time. */
const CONNECTIONS = 4;
/** A worker has one more, which listens for NOTIFY. */
const LISTENING = 1;

/** A worker asks Redis for a job and waits for so long. */
const REDIS_WAIT_SECONDS = 10;
/** Longer than that wait: a connection that is half-open is closed, and opened again. Without it a job waited for ever. */
const REDIS_ANSWER_MS = 15_000;

/**
 * Jobs may be lost in a crash of Postgres, so no write waits for the disk. BullMQ takes the schema of a pool to be
 * `bullmq`. With Redis the pool opens no connection.
 */
function openPool(databaseUrl: string, max: number, patience?: Patience): Pool & PgPool {
  const pool = openQueuePool(
    {
      connectionString: databaseUrl,
      options: `-c synchronous_commit=off -c search_path=${QUEUE_SCHEMA}`,
      max,
      ...POSTGRES_TIMEOUTS,
      query_timeout: QUERY_MS,
      application_name: 'projections queue',
    },
    patience,
  );
  // The types of both differ in the overloads of `on`.
  if (!isPgPool(pool)) throw new Error('BullMQ takes no pool of node-postgres');
  return pool;
}

export function createWakeUps({ databaseUrl, redisUrl, logger, openJob }: QueueOptions): WakeUps {
  const pool = openPool(databaseUrl, CONNECTIONS);
  const queue =
    redisUrl === undefined
      ? new OnPostgres.Queue<Job, void>(QUEUE, { connection: pool, streams })
      : // There is no offline queue, so a call fails at once while Redis is away. The dispatcher
        // retries from its position.
        new Queue<Job, void>(QUEUE, {
          connection: { url: redisUrl, enableOfflineQueue: false, socketTimeout: REDIS_ANSWER_MS },
          streams,
        });
  queue.on('error', (error) => logger.warn({ error }, 'queue'));
  const ready = queue.waitUntilReady();
  ready.catch(() => undefined);
  // Not `addBulk`: on Postgres it makes two temporary tables, which cost seven milliseconds (measured).
  const add = async (wakeUps: readonly WakeUp[], opts: JobsOptions = {}): Promise<void> => {
    await ready;
    if (wakeUps.length > 0) await queue.add(JOB, { wakeUps }, { ...retrying, ...opts });
  };
  return {
    async wake(wakeUps) {
      if (wakeUps.length === 0 || openJob?.offer(wakeUps)) return;
      await add(wakeUps);
    },
    // A worker that was killed leaves its job active for seconds, so only a time ends the deduplication.
    wakeBehind: (wakeUps) => add(wakeUps, { deduplication: { id: 'behind', ttl: SWEEP_TTL_MS } }),
    async retry(wakeUps) {
      for (const wakeUp of wakeUps)
        await add([wakeUp], {
          delay: FIRST_RETRY_MS,
          deduplication: { id: `retry/${wakeUp.projection}/${wakeUp.stream}` },
        });
    },
    async depth() {
      await ready;
      return queue.getJobCounts(...JOB_STATES);
    },
    async close() {
      await queue.close();
      await pool.end();
    },
  };
}

/** `tries` counts from 1. After an error BullMQ tries the job again. */
export type JobHandler = (wakeUps: readonly WakeUp[], tries: number) => Promise<void>;

export interface RunningWorker {
  close(): Promise<void>;
}

/** Resolves once the worker listens. `close` waits for the running jobs. */
export async function startQueueWorker(
  options: QueueOptions & { concurrency: number; patience?: Patience },
  handle: JobHandler,
): Promise<RunningWorker> {
  const { databaseUrl, redisUrl, logger, concurrency, openJob, patience } = options;
  const settings: Omit<WorkerOptions, 'connection'> = {
    concurrency,
    // A killed worker's jobs come back after this time. BullMQ's default is 30 s; a job takes milliseconds.
    lockDuration: 10_000,
    stalledInterval: 5_000,
    maxStalledCount: 100,
    runRetryDelay: 500,
    // The queue tells a waiting worker of each new job and of the next delayed one. Every poll beyond that is for a
    // notice that was lost, and the sweeper adds a job then.
    drainDelay: redisUrl === undefined ? 60 : REDIS_WAIT_SECONDS,
  };
  const run = (job: { data: Job; attemptsMade: number }): Promise<void> =>
    handle(job.data.wakeUps, job.attemptsMade + 1);
  const pool = openPool(databaseUrl, CONNECTIONS + LISTENING, patience);
  const worker =
    redisUrl === undefined
      ? new OnPostgres.Worker<Job, void>(QUEUE, run, { ...settings, connection: pool })
      : new Worker<Job, void>(QUEUE, run, {
          ...settings,
          connection: { url: redisUrl, maxRetriesPerRequest: null, socketTimeout: REDIS_ANSWER_MS },
        });
  worker.on('error', (error) => logger.warn({ error }, 'queue worker'));
  await worker.waitUntilReady();
  return {
    async close() {
      openJob?.end();
      await worker.close();
      await pool.end();
    },
  };
}

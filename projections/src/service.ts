/** The projections service, on a port of its own or in a process that it shares: opened in order, closed in reverse. */
import { type MasterKeys, masterKeySettings } from 'service-kit/security/key-ring';
import { holdMasterKeys } from 'service-kit/security/master-key-holders';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import { recordSettings } from 'service-kit/security-log/settings';
import { checkStoredData } from 'service-kit/private-schema/check-data';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import { shareReadiness } from 'service-kit/http/health';
import type { Running } from 'service-kit/process/lifecycle';
import { waitForPostgres } from 'service-kit/process/wait-for-engine';
import type { Logger } from 'service-kit/process/logger';
import type { Reading } from 'service-kit/telemetry/gauges';
import type { Watched } from 'service-kit/telemetry/metrics';
import { startDispatcher } from './dispatch/dispatcher.ts';
import { describeFailure } from './catch-up/failure.ts';
import { runInitialCatchUp } from './dispatch/initial-catch-up.ts';
import { createLagReader } from './dispatch/lag.ts';
import { startHealth } from './health.ts';
import { dropKept } from './rebuild/kept.ts';
import { inOwnProcess, type RunRebuild, startSelfRebuild } from './rebuild/self-rebuild.ts';
import { beginVersions } from './rebuild/versions.ts';
import { createReadModelPool } from './pools.ts';
import { OpenJob } from './queue/open-job.ts';
import { createWakeUps, type WakeUps } from './queue/queue.ts';
import { waitForRedis } from './queue/wait-for-redis.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { migrateReadModels } from './schema/migrate.ts';
import { startSweeper } from './dispatch/sweeper.ts';
import { RowCache } from './catch-up/row-cache.ts';
import { startStreamRetries } from './catch-up/stream-retries.ts';
import { startWorker } from './catch-up/worker.ts';

export interface ProjectionsOptions {
  databaseUrl: string;
  eventstoreUrl: string;
  redisUrl: string | undefined;
  masterKeys: MasterKeys;
  /** All settings, of a process of its own: the security log says which have changed since its last start. */
  settings?: Readonly<Record<string, unknown>>;
  /** For specs: how changed read models are rebuilt. A process of its own by default. */
  runRebuild?: RunRebuild;
}

export interface Projections extends Running, Watched {
  readonly ready: () => Promise<Readiness>;
  /** Resolves when every stream that was behind at the start was tried. */
  readonly initialCatchUp: Promise<void>;
}

/** The service on a port of its own. It resolves after the initial catch-up. `GET /api/ready` answers before, with 503. */
export async function startProjections(
  options: ProjectionsOptions & { host: string; port: number },
  logger: Logger,
): Promise<Running & Watched & { port: number }> {
  const service = await openProjections(options, logger);
  try {
    const health = await startHealth({ host: options.host, port: options.port, readiness: service.ready });
    await service.initialCatchUp;
    return {
      port: health.port,
      ready: service.ready,
      readings: service.readings,
      async stop() {
        await health.close();
        await service.stop();
      },
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/** The service without a port. Resolves when it has begun to follow the log. */
export async function openProjections(options: ProjectionsOptions, logger: Logger): Promise<Projections> {
  const { databaseUrl, redisUrl } = options;
  const closing: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).toReversed()) await close();
  };
  try {
    const pool = createReadModelPool(databaseUrl, logger);
    closing.push(() => pool.end());
    await waitForPostgres(databaseUrl, { logger });
    await checkStoredData(pool, options.masterKeys);
    // This service reads the patients' keys, and may be the first service to start.
    await migratePrivateSchema(pool);
    const held = await holdMasterKeys(pool, options.masterKeys, 'projections');
    closing.push(() => held.stop());
    if (options.settings) await recordSettings(pool, held.rootKey, 'projections', options.settings);
    await migrateReadModels(databaseUrl);
    if (await dropKept(pool)) logger.info('the rows of before the last rebuild are removed');
    const { changed, newer } = await beginVersions(pool);
    if (newer.length > 0)
      logger.error({ projections: newer }, 'a newer version of the program has made these rows: they are left to it');
    const log = connectEventLog({
      url: options.eventstoreUrl,
      keys: createPatientKeys(pool, options.masterKeys),
      logger,
    });
    closing.push(() => log.close());
    const sources = { pool, log, cache: new RowCache() };
    const queue = { databaseUrl, redisUrl, logger, openJob: new OpenJob() };
    if (redisUrl !== undefined) await waitForRedis(redisUrl, logger);
    const wakeUps = createWakeUps(queue);
    closing.push(() => wakeUps.close());
    const worker = await startWorker(sources, queue, wakeUps);
    closing.push(() => worker.close());
    const lag = createLagReader(pool);
    const sweeper = startSweeper({ pool, lag, wakeUps, logger });
    closing.push(() => sweeper.stop());
    const dispatcher = startDispatcher({ ...sources, wakeUps, logger });
    closing.push(() => dispatcher.stop());
    const retries = startStreamRetries({ sources, wakeUps, logger });
    closing.push(() => retries.stop());
    if (changed.length > 0) {
      logger.info({ projections: changed }, 'this version makes these rows in another way: they are rebuilt');
      const selfRebuild = startSelfRebuild(
        pool,
        options.runRebuild ?? inOwnProcess(environmentOf(options, logger)),
        logger,
      );
      closing.push(() => selfRebuild.stop());
    }
    let isInitialCatchUpDone = false;
    const ready = shareReadiness(createReadiness(pool, lag, log, () => isInitialCatchUpDone));
    const initialCatchUp = runInitialCatchUp(sources, lag, logger).then(
      (isDone) => {
        isInitialCatchUpDone = isDone;
      },
      (error: unknown) =>
        logger.warn({ failure: describeFailure(error) }, 'streams that are behind could not be caught up at the start'),
    );
    return { ready, readings: () => queueReadings(wakeUps), initialCatchUp, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const environmentOf = (options: ProjectionsOptions, { level }: Logger): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: options.databaseUrl,
  EVENTSTORE_URL: options.eventstoreUrl,
  ...masterKeySettings(options.masterKeys),
  LOG_LEVEL: level,
});

const queueReadings = async (wakeUps: WakeUps): Promise<Reading[]> =>
  Object.entries(await wakeUps.depth()).map(([state, value]) => ({
    name: 'pharmacy_queue_jobs',
    labels: { state },
    value,
  }));

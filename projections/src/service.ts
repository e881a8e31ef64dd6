/** The projections service: opened in order, closed in reverse. `main.ts` runs it as a process; specs start it too. */
import { checkMasterKey, createPatientKeys } from 'service-kit/security/patient-keys';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import type { Running } from 'service-kit/process/lifecycle';
import type { Logger } from 'service-kit/process/logger';
import { startDispatcher } from './dispatch/dispatcher.ts';
import { describeFailure } from './catch-up/failure.ts';
import { runInitialCatchUp } from './dispatch/initial-catch-up.ts';
import { startHealth } from './health.ts';
import { createReadModelPool } from './pools.ts';
import { createWakeUps } from './queue/queue.ts';
import { createReadiness } from './readiness.ts';
import { migrateReadModels } from './schema/migrate.ts';
import { startSweeper } from './dispatch/sweeper.ts';
import { startWorker } from './catch-up/worker.ts';

export interface ProjectionsOptions {
  databaseUrl: string;
  eventstoreUrl: string;
  redisUrl: string | undefined;
  masterKey: Buffer;
  host: string;
  port: number;
}

export async function startProjections(
  options: ProjectionsOptions,
  logger: Logger,
): Promise<Running & { port: number }> {
  const { databaseUrl, redisUrl, host, port } = options;
  const closing: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).toReversed()) await close();
  };
  try {
    const pool = createReadModelPool(databaseUrl, logger);
    closing.push(() => pool.end());
    // This service reads the patients' keys, and may be the first service to start.
    await migratePrivateSchema(pool);
    await checkMasterKey(pool, options.masterKey);
    await migrateReadModels(databaseUrl);
    const log = connectEventLog({
      url: options.eventstoreUrl,
      keys: createPatientKeys(pool, options.masterKey),
      logger,
    });
    closing.push(() => log.close());
    const sources = { pool, log };
    const queue = { databaseUrl, redisUrl, logger };
    const wakeUps = createWakeUps(queue);
    closing.push(() => wakeUps.close());
    const worker = await startWorker(sources, queue, wakeUps);
    closing.push(() => worker.close());
    const sweeper = startSweeper(pool, wakeUps, logger);
    closing.push(() => sweeper.stop());
    const dispatcher = startDispatcher({ ...sources, wakeUps, logger });
    closing.push(() => dispatcher.stop());
    let isInitialCatchUpDone = false;
    const health = await startHealth({ host, port, readiness: createReadiness(pool, log, () => isInitialCatchUpDone) });
    closing.push(() => health.close());
    // `GET /api/ready` answers from here on, with 503.
    isInitialCatchUpDone = await runInitialCatchUp(sources, logger).catch((error: unknown) => {
      logger.warn({ failure: describeFailure(error) }, 'streams that are behind could not be caught up at the start');
      return false;
    });
    return { port: health.port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * `node dist/unpark.js <projection> <stream>` frees a parked stream and wakes it; run it once the cause is mended.
 * Needs DATABASE_URL, and REDIS_URL if the service has it.
 */
import { databaseSentence } from 'service-kit/postgres/availability';
import { createLogger } from 'service-kit/process/logger';
import { common, defineSettings } from 'service-kit/process/settings';
import { recordOperatorAction } from 'service-kit/security-log/operator-actions';
import { createReadModelPool } from './pools.ts';
import { unpark } from './catch-up/parked.ts';
import { createWakeUps } from './queue/queue.ts';
import { projectionNames } from './schema/projections.ts';

const logger = createLogger('unpark', 'info');
const [name, stream] = process.argv.slice(2);
const projection = projectionNames.find((known) => known === name);
if (!projection || stream === undefined) {
  logger.fatal(`Usage: node dist/unpark.js <${projectionNames.join(' | ')}> <stream>`);
  process.exit(64);
}
const { DATABASE_URL, REDIS_URL } = defineSettings({
  DATABASE_URL: common.DATABASE_URL,
  REDIS_URL: common.REDIS_URL,
}).read(process.env);
const pool = createReadModelPool(DATABASE_URL, logger);
const wakeUps = createWakeUps({ databaseUrl: DATABASE_URL, redisUrl: REDIS_URL, logger });
try {
  if (await unpark(pool, projection, stream)) {
    await wakeUps.wake([{ projection, stream }]);
    await recordOperatorAction(
      { kind: 'StreamsUnparked', data: {} },
      { databaseUrl: DATABASE_URL, dataDir: undefined },
    );
    logger.info({ projection, stream }, 'unparked: projected again from where it stopped');
  } else {
    logger.warn({ projection, stream }, 'this stream is not parked');
    process.exitCode = 1;
  }
} catch (error) {
  const sentence = databaseSentence(error);
  if (sentence === undefined) throw error;
  logger.fatal(sentence);
  process.exitCode = 1;
} finally {
  await wakeUps.close();
  await pool.end();
}

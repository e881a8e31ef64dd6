/** The connections of this service to Postgres. */
import { Pool } from 'pg';
import { POSTGRES_TIMEOUTS } from 'service-kit/postgres/availability';
import { noticeLossInStatements } from 'service-kit/postgres/lost-connections';
import type { Logger } from 'service-kit/process/logger';
import { watchPool } from 'service-kit/telemetry/pools';
import { READ_SCHEMA } from './schema/version.ts';

/** Only later batches wait for a batch. A database that is silent for this long counts as lost. */
export const QUERY_MS = 30_000;

/**
 * For rows, checkpoints, heads and the position. Only announced changes wait for the disk (`catch-up/checkpoint.ts`).
 * A crash of Postgres loses the other writes in order, and they come again from the log.
 */
export function createReadModelPool(databaseUrl: string, logger: Logger): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    options: `-c search_path=${READ_SCHEMA} -c synchronous_commit=off`,
    max: 10,
    ...POSTGRES_TIMEOUTS,
    query_timeout: QUERY_MS,
    application_name: 'projections',
  });
  pool.on('connect', noticeLossInStatements);
  pool.on('error', (error) => logger.warn({ error }, 'idle connection lost'));
  return watchPool(pool, 'projections');
}

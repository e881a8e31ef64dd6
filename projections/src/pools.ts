/** The connections of this service to Postgres. */
import { Pool } from 'pg';
import { PATIENCE } from 'service-kit/postgres/availability';
import type { Logger } from 'service-kit/process/logger';
import { READ_SCHEMA } from './schema/version.ts';

/** Nobody waits for a batch but the batches after it: a database that is silent for so long counts as lost. */
export const QUERY_MS = 30_000;

/**
 * For rows, checkpoints, heads and position. Only what is announced waits for the disk (`catch-up/checkpoint.ts`): what
 * else a crash of Postgres forgets, it forgets in order, and it comes again from the log.
 */
export function createReadModelPool(databaseUrl: string, logger: Logger): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    options: `-c search_path=${READ_SCHEMA} -c synchronous_commit=off`,
    max: 10,
    ...PATIENCE,
    query_timeout: QUERY_MS,
    application_name: 'projections',
  });
  pool.on('error', (error) => logger.warn({ error }, 'idle connection lost'));
  return pool;
}

/** The connections of this service to Postgres. */
import { Pool } from 'pg';
import { PATIENCE } from 'command-api/service/database-away';
import type { Logger } from 'command-api/service/log';
import { READ_SCHEMA } from './schema/version.ts';

/** Nobody waits for a batch but the batches after it: a database that is silent for so long counts as lost. */
export const QUERY_MS = 30_000;

/**
 * For rows and checkpoints. Commits do not wait for the disk: rows, checkpoint, heads and position are lost together or not at all
 * when Postgres crashes, in order, and what is lost is projected again from the log, which does wait.
 */
export function createReadModelPool(databaseUrl: string, logger: Logger): Pool {
  const pool = new Pool({ connectionString: databaseUrl, options: `-c search_path=${READ_SCHEMA} -c synchronous_commit=off`, max: 10, ...PATIENCE, query_timeout: QUERY_MS, application_name: 'projections' });
  pool.on('error', (error) => logger.warn({ error }, 'idle connection lost'));
  return pool;
}

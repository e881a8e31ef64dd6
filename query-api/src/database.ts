/** Connections to Postgres: reads go through a pool that cannot write, sessions and LISTEN have their own. */
import { STALLED_READER_MS } from 'command-api/contract/reports';
import { POSTGRES_TIMEOUTS } from 'service-kit/postgres/availability';
import type { Logger } from 'service-kit/process/logger';
import { Pool } from 'pg';
import { READ_SCHEMA } from 'projections/schema/version';

/** No read of this service may take longer: Postgres stops it when its reader has given up. */
const STATEMENT_MS = POSTGRES_TIMEOUTS.query_timeout;

/** Names are resolved in the read schema; a statement that would write fails. */
export const readPool = (databaseUrl: string, log: Logger): Pool =>
  watched(
    new Pool({
      connectionString: databaseUrl,
      max: 10,
      options: `-c search_path=${READ_SCHEMA} -c default_transaction_read_only=on -c statement_timeout=${STATEMENT_MS}`,
      ...POSTGRES_TIMEOUTS,
      application_name: 'query-api',
    }),
    log,
  );

/**
 * For long answers: few, and apart from the other reads, which must not wait for a slow reader. Postgres closes the
 * connection of one who is gone.
 */
export const longAnswerPool = (databaseUrl: string, log: Logger): Pool =>
  watched(
    new Pool({
      connectionString: databaseUrl,
      max: 4,
      options: `-c search_path=${READ_SCHEMA} -c default_transaction_read_only=on -c statement_timeout=${STATEMENT_MS} -c idle_in_transaction_session_timeout=${STALLED_READER_MS}`,
      ...POSTGRES_TIMEOUTS,
      application_name: 'query-api long answers',
    }),
    log,
  );

/** To plan these takes longer than to do them: each connection does it once, whatever they are asked about. */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan';

/** For what every read asks about its caller, before it is answered: small statements with names. */
export const rightsPool = (databaseUrl: string, log: Logger): Pool =>
  watched(
    new Pool({
      connectionString: databaseUrl,
      max: 4,
      options: `-c search_path=${READ_SCHEMA} -c default_transaction_read_only=on -c statement_timeout=${STATEMENT_MS} ${PLANNED_ONCE}`,
      ...POSTGRES_TIMEOUTS,
      application_name: 'query-api rights',
    }),
    log,
  );

/** For sessions, whose use is written down. */
export const sessionPool = (databaseUrl: string, log: Logger): Pool =>
  watched(
    new Pool({
      connectionString: databaseUrl,
      max: 4,
      options: `-c statement_timeout=${STATEMENT_MS} ${PLANNED_ONCE}`,
      ...POSTGRES_TIMEOUTS,
      application_name: 'query-api sessions',
    }),
    log,
  );

/** For what is written down of accesses: a chart must not wait for another's, nor a session for either. */
export const accessPool = (databaseUrl: string, log: Logger): Pool =>
  watched(
    new Pool({
      connectionString: databaseUrl,
      max: 2,
      options: `-c statement_timeout=${STATEMENT_MS}`,
      ...POSTGRES_TIMEOUTS,
      application_name: 'query-api accesses',
    }),
    log,
  );

/** An idle connection that Postgres closes is replaced by the pool; unheard, its error would end the process. */
function watched(pool: Pool, log: Logger): Pool {
  pool.on('error', (error) => log.warn({ error }, 'lost a database connection'));
  return pool;
}

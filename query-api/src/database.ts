/** The service's pools: reads use pools that cannot write; sessions and the access log have their own. */
import { STALLED_READER_MS } from 'language/contract/reports';
import { POSTGRES_TIMEOUTS } from 'service-kit/postgres/availability';
import type { Logger } from 'service-kit/process/logger';
import { watchPool } from 'service-kit/telemetry/pools';
import { BoundedPool } from 'service-kit/postgres/bounded-pool';
import type { Pool } from 'pg';
import { READ_SCHEMA } from 'projections/schema/version';

/** Past it a call is 503 at once. As many small statements take a pool about a second. */
const WAITING_MAX = 1_000;
/** Postgres stops a read when its caller has given up. */
const STATEMENT_MS = POSTGRES_TIMEOUTS.query_timeout;

/**
 * Resolves names in the read schema; a statement that writes fails. Workers that share a statement cost more than they
 * bring: starting two took 10 ms and more on two processors that other people's reads use as well.
 */
const READ_ONLY = [
  `-c search_path=${READ_SCHEMA}`,
  '-c max_parallel_workers_per_gather=0',
  '-c default_transaction_read_only=on',
  `-c statement_timeout=${STATEMENT_MS}`,
].join(' ');

/** Planning these statements takes longer than running them, so each connection plans them once. */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan';

type OpenPool = (databaseUrl: string, logger: Logger) => Pool;

/** The pool replaces an idle connection that Postgres closes. Without a listener, its error would end the process. */
const poolOf =
  (name: string, limits: { max: number; waitingMax?: number; options: string }): OpenPool =>
  (databaseUrl, logger) => {
    const pool = new BoundedPool({
      connectionString: databaseUrl,
      waitingMax: WAITING_MAX,
      ...limits,
      ...POSTGRES_TIMEOUTS,
      application_name: name,
    });
    pool.on('error', (error) => logger.warn({ error }, 'lost a database connection'));
    return watchPool(pool, name);
  };

export const readPool = poolOf('query-api', { max: 10, options: READ_ONLY });

/** For callers who are not signed in: what they ask takes no connection from the reads of people at work. */
export const anonymousPool = poolOf('query-api anonymous', { max: 2, waitingMax: 100, options: READ_ONLY });

/**
 * For long answers: few connections, apart from the other reads, which must not wait for a slow reader. Postgres closes
 * the connection of a reader that takes nothing, if this process has not done so.
 */
export const longAnswerPool = poolOf('query-api long answers', {
  max: 4,
  waitingMax: 8,
  options: `${READ_ONLY} -c idle_in_transaction_session_timeout=${STALLED_READER_MS + 5_000}`,
});

/** For the checks of rights before each read: small statements with names. */
export const rightsPool = poolOf('query-api rights', { max: 4, options: `${READ_ONLY} ${PLANNED_ONCE}` });

/** For sessions; their use is recorded. */
export const sessionPool = poolOf('query-api sessions', {
  max: 4,
  options: `-c statement_timeout=${STATEMENT_MS} ${PLANNED_ONCE}`,
});

/** For the access log, so that neither reads nor sessions wait for its writes. */
export const accessPool = poolOf('query-api accesses', { max: 2, options: `-c statement_timeout=${STATEMENT_MS}` });

/** A Postgres that is away: how long it is waited for, and by what its absence is known. */
import type { PoolConfig } from 'pg';

/**
 * For every pool that people wait on: 13 s at most, also where the server is frozen or the network swallows what is
 * sent. Without these limits node-postgres waits for ever.
 */
export const POSTGRES_TIMEOUTS = {
  connectionTimeoutMillis: 5_000,
  query_timeout: 8_000,
  keepAlive: true,
} as const satisfies PoolConfig;

/**
 * Postgres: serialization, deadlock, lock not available, cancelled, shutting down, connection, out of resources, the
 * system below it.
 */
const passingCodes = /^(40001|40P01|55P03|57014|57P0\d|08\w{3}|53\w{3}|58\w{3})$/;
/** Node's words for a connection that is not there. */
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECANCELED',
]);
/** node-postgres and its pool have no codes for theirs. */
const connectionMessages =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after calling end)/;

/**
 * True where the same statement may well succeed later: nothing is wrong with it. What was under way may or may not
 * have been done.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return passingCodes.test(code) || connectionCodes.has(code) || connectionMessages.test(error.message);
}

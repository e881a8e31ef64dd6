/** When Postgres counts as unavailable. */
import type { PoolConfig } from 'pg';
import { TooManyWaitingForConnection } from './bounded-pool.ts';

/**
 * For every pool that people wait on: at most 13 s, also for a frozen server or a network that loses packets. Without
 * these limits node-postgres waits for ever.
 */
export const POSTGRES_TIMEOUTS = {
  connectionTimeoutMillis: 5_000,
  query_timeout: 8_000,
  keepAlive: true,
} as const satisfies PoolConfig;

/**
 * Codes of Postgres for failures that pass: serialization, deadlock, lock not available, cancelled, shutting down,
 * connection, out of resources, system error.
 */
const passingCodes = /^(40001|40P01|55P03|57014|57P0\d|08\w{3}|53\w{3}|58\w{3})$/;
/** Codes of Node for a missing connection. */
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
/** Messages of node-postgres and its pool, which have no codes. */
const connectionMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
];

/** Codes of Postgres: the password, the user or the database is another one. */
const refusalCodes = new Set(['28000', '28P01', '3D000']);
/** Codes of Postgres for a missing table or schema. */
const emptyCodes = new Set(['42P01', '3F000']);

/**
 * For a command that an operator runs: a sentence for a database that cannot be used as it is.
 * @returns undefined for another error
 */
export function databaseSentence(error: unknown): string | undefined {
  if (isDatabaseAway(error))
    return 'Postgres does not answer. Start the product, or see that DATABASE_URL names its database.';
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (refusalCodes.has(code)) return 'Postgres refuses the user, the password or the database of DATABASE_URL.';
  if (emptyCodes.has(code)) return 'This database has no tables of the product yet: start the product once.';
  return undefined;
}

/** True when the same statement may succeed later. The statement under way may have been executed. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (error instanceof TooManyWaitingForConnection) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    passingCodes.test(code) ||
    connectionCodes.has(code) ||
    connectionMessages.some((start) => error.message.startsWith(start))
  );
}

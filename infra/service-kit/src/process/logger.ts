/** The structured log of a service: ids and numbers, never a name, a note, a token or a query string. */
import { DatabaseError } from 'pg';
import { pino, type Logger } from 'pino';

export type { Logger };

/**
 * An error for the log. Messages and details of Postgres quote values, which are patients' data. So of its errors the
 * log gets only codes, names of tables and constraints, and the stack.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error instanceof Error ? pino.stdSerializers.err(error) : error;
  const { code, table, column, constraint, routine, stack = '' } = error;
  return { type: 'DatabaseError', code, table, column, constraint, routine, stack: stack.replace(error.message, '…') };
}

/** By name, such as "error": a person who reads the log knows no numbers. It is the first member of a line. */
export const levelByName = { level: (level: string): { level: string } => ({ level }) };

export const createLogger = (service: string, level: string): Logger =>
  pino(
    {
      name: service,
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: loggedError },
      formatters: levelByName,
    },
    standardOutput(),
  );

/** Synchronous, so that the exit needs no flush. A flush into a pipe without a reader would never end. */
const standardOutput = () => pino.destination({ dest: 1, sync: true });

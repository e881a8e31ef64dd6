/** One structured log stream per service. Never a name, a note, a token or a query string: ids and numbers only. */
import { DatabaseError } from 'pg';
import { pino, type Logger } from 'pino';

export type { Logger };

/**
 * An error as the log may keep it. Postgres quotes values in its messages and details, and values are patients': of its
 * errors only codes, names of tables and constraints, and the place in our code remain.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error instanceof Error ? pino.stdSerializers.err(error) : error;
  const { code, table, column, constraint, routine, stack = '' } = error;
  return { type: 'DatabaseError', code, table, column, constraint, routine, stack: stack.replace(error.message, '…') };
}

export const createLogger = (service: string, level: string): Logger =>
  pino(
    {
      name: service,
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: loggedError },
    },
    standardOutput(),
  );

/**
 * Written at once, so that nothing is left to flush at exit: into a pipe that nobody reads any more that flush would
 * try for ever.
 */
const standardOutput = () => pino.destination({ dest: 1, sync: true });

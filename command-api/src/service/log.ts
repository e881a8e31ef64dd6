/** One structured log stream per service. Never a name, a note, a token or a query string: ids and numbers only. */
import { pino, type Logger } from 'pino';

export type { Logger };

export const createLogger = (service: string, level: string): Logger =>
  pino({ name: service, level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime, serializers: { error: pino.stdSerializers.err } });

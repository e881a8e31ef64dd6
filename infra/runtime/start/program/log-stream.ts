/** One log stream: every process writes JSON lines, and the launcher forwards them, formatted on a terminal. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';
import { levelByName } from 'service-kit/process/logger';

/** The lines of one crash arrive within this time. */
const CRASH_LINES_MS = 20;

export interface LogStream {
  logger(service: string): Logger;
  /** Forwards the lines of a process. Lines that are no log entry (the trace of a crash) become one entry. */
  forward(service: string, lines: Readable): void;
  /** Prints a line for the person who started the product, such as `ready http://localhost:8080`. */
  print(line: string): void;
}

export function openLogStream(
  level: string,
  output: NodeJS.WritableStream & { readonly isTTY?: boolean } = process.stdout,
): LogStream {
  // When the reader has gone (`npm start | head`), the product continues.
  output.on('error', () => {});
  const readable = output.isTTY
    ? pretty({
        colorize: true,
        translateTime: 'SYS:HH:MM:ss.l',
        ignore: 'pid,hostname,service,name',
        singleLine: true,
        messageFormat: '{service}: {msg}',
        destination: output,
        sync: true,
      })
    : undefined;
  const write = (line: string): void => void (readable ?? output).write(line.endsWith('\n') ? line : `${line}\n`);
  const logger = (service: string): Logger =>
    pino(
      {
        level,
        base: { service },
        timestamp: pino.stdTimeFunctions.isoTime,
        serializers: { error: pino.stdSerializers.err },
        formatters: levelByName,
      },
      { write },
    );
  return {
    logger,
    forward(service, lines) {
      const serviceLogger = logger(service);
      let otherLines: string[] = [];
      createInterface({ input: lines }).on('line', (line) => {
        if (line.startsWith('{"level":')) return write(line);
        if (otherLines.push(line) > 1) return;
        setTimeout(() => {
          serviceLogger.warn(otherLines.join('\n').trim());
          otherLines = [];
        }, CRASH_LINES_MS);
      });
    },
    print: (line) => void output.write(`${line}\n`),
  };
}

/**
 * One stream for all: every process writes JSON lines, the launcher passes them on, readable where a person looks at a
 * terminal.
 */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';

/** Lines of one crash come within this time. */
const TOGETHER_MS = 20;

export interface LogStream {
  logger(service: string): Logger;
  /** Passes the lines of a process on; lines that are no log entry (the trace of a crash) become one together. */
  passOn(service: string, lines: Readable): void;
  /** A line for whoever started the product, such as `ready http://localhost:8080`. */
  say(line: string): void;
}

export function openLogStream(level: string, output: NodeJS.WriteStream = process.stdout): LogStream {
  // Nobody reads any more (`npm start | head`): the product goes on.
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
      },
      { write },
    );
  return {
    logger,
    passOn(service, lines) {
      const log = logger(service);
      let foreign: string[] = [];
      createInterface({ input: lines }).on('line', (line) => {
        if (line.startsWith('{"level":')) return write(line);
        if (foreign.push(line) > 1) return;
        setTimeout(() => {
          log.warn(foreign.join('\n').trim());
          foreign = [];
        }, TOGETHER_MS);
      });
    },
    say: (line) => void output.write(`${line}\n`),
  };
}

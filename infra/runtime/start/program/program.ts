/** A program that a person starts. It runs until SIGINT, SIGTERM, SIGHUP or a failure, and ends with an exit code. */
import type { Logger } from 'service-kit/process/logger';
import { SettingsError } from 'service-kit/process/settings';
import { pino } from 'pino';
import { openLogStream, type LogStream } from './log-stream.ts';
import { CannotStart, DidNotStart, SETTINGS_MISTAKE } from './start-errors.ts';

export interface Program {
  readonly stream: LogStream;
  readonly logger: Logger;
  /** Aborts when the program must stop, also while it is starting. */
  readonly stopping: AbortSignal;
  /** The first call decides the exit code. */
  stop(why: string, code: number): void;
  /** Stops for an error. Start errors and settings errors are logged as a sentence, all others with their trace. */
  fail(error: unknown): void;
}

/** Runs `main` and ends the process. `main` closes all that it opens before it returns. */
export async function runProgram(name: string, main: (program: Program) => Promise<void>): Promise<never> {
  const wanted = process.env['LOG_LEVEL'] ?? '';
  // The settings report a level that does not exist.
  const stream = openLogStream(wanted === 'silent' || wanted in pino.levels.values ? wanted : 'info');
  const logger = stream.logger(name);
  const stopping = new AbortController();
  let exitCode = 0;

  const stop = (why: string, code: number): void => {
    if (stopping.signal.aborted) return;
    exitCode = code;
    logger.info({ why }, 'stopping');
    stopping.abort(new Error(why));
  };
  const fail = (error: unknown): void => {
    if (stopping.signal.aborted) return;
    const code =
      error instanceof SettingsError || (error instanceof DidNotStart && error.code === SETTINGS_MISTAKE)
        ? SETTINGS_MISTAKE
        : 1;
    if (error instanceof SettingsError || error instanceof CannotStart || error instanceof DidNotStart)
      logger.fatal(error.message);
    else logger.fatal({ error }, error instanceof Error ? error.message : 'could not start');
    stop('could not start', code);
  };

  // A second signal changes nothing: on Ctrl-C the terminal sends one and npm forwards another.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal, 0));
  await main({ stream, logger, stopping: stopping.signal, stop, fail }).catch(fail);
  process.exit(exitCode);
}

/** Resolves when the program must stop. */
export const untilStopped = (stopping: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (stopping.aborted) resolve();
    else stopping.addEventListener('abort', () => resolve(), { once: true });
  });

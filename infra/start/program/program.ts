/**
 * How a program that a person starts lives: until SIGINT, SIGTERM or SIGHUP, or until it fails; then it ends with an
 * exit code.
 */
import type { Logger } from 'service-kit/process/logger';
import { SettingsError } from 'service-kit/process/settings';
import { pino } from 'pino';
import { InUse } from './data-folder.ts';
import { openLogStream, type LogStream } from './log-stream.ts';
import { DidNotStart, SETTINGS_MISTAKE } from '../processes/supervise.ts';

export interface Program {
  readonly stream: LogStream;
  readonly log: Logger;
  /** Aborted when the program is to stop, also while it is starting. */
  readonly stopping: AbortSignal;
  /** The first one counts. */
  stop(why: string, code: number): void;
  /**
   * Stops for an error: a mistake that whoever started the program can mend is told as a sentence, everything else with
   * its trace.
   */
  fail(error: unknown): void;
}

/** Runs `main` and ends the process. Whatever `main` opens it closes itself, before it returns. */
export async function runProgram(name: string, main: (program: Program) => Promise<void>): Promise<never> {
  const wanted = process.env['LOG_LEVEL'] ?? '';
  // A level that does not exist is for the settings to complain about.
  const stream = openLogStream(wanted === 'silent' || wanted in pino.levels.values ? wanted : 'info');
  const log = stream.logger(name);
  const stopping = new AbortController();
  let exitCode = 0;

  const stop = (why: string, code: number): void => {
    if (stopping.signal.aborted) return;
    exitCode = code;
    log.info({ why }, 'stopping');
    stopping.abort(new Error(why));
  };
  const fail = (error: unknown): void => {
    if (stopping.signal.aborted) return;
    const code =
      error instanceof SettingsError || (error instanceof DidNotStart && error.code === SETTINGS_MISTAKE)
        ? SETTINGS_MISTAKE
        : 1;
    if (error instanceof SettingsError || error instanceof InUse || error instanceof DidNotStart)
      log.fatal(error.message);
    else log.fatal({ error }, error instanceof Error ? error.message : 'could not start');
    stop('could not start', code);
  };

  // A second signal changes nothing: on Ctrl-C the terminal sends one and npm passes on another.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal, 0));
  await main({ stream, log, stopping: stopping.signal, stop, fail }).catch(fail);
  process.exit(exitCode);
}

/** Resolves when the program is to stop. */
export const untilStopped = (stopping: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (stopping.aborted) resolve();
    else stopping.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * How every service lives: it says `{ ready: true }` to its launcher, stops cleanly on SIGINT, SIGTERM or when the
 * launcher is gone, and dies of what it did not expect (the launcher starts it again).
 */
import { createLogger, type Logger } from './logger.ts';
import { SettingsError } from './settings.ts';

export interface Running {
  /** Closes everything that `start` opened, in reverse order. */
  stop(): Promise<void>;
}

/** Longest time that a stop may take before the process ends anyway. */
const STOP_MS = 8_000;

/** There was a launcher, and its channel is closed. A process that was started by hand has no such property. */
const launcherIsGone = (): boolean => 'connected' in process && !process.connected;

/**
 * Runs `start` as this process's service. Settings mistakes are printed as sentences and end the process with 78
 * (EX_CONFIG): no restart helps.
 */
export async function runService(name: string, start: (log: Logger) => Promise<Running>): Promise<void> {
  const log = createLogger(name, process.env['LOG_LEVEL'] || 'info');
  let running: Running | undefined;
  let stopping = false;
  const stop = (why: string, code: number): void => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(code || 1), STOP_MS).unref();
    void Promise.resolve(running?.stop()).then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM', 0));
  process.on('SIGINT', () => stop('SIGINT', 0));
  process.on('disconnect', () => stop('launcher gone', 0));
  // Gone while this process was loading its modules: that was said before anybody listened.
  if (launcherIsGone()) stop('launcher gone', 0);
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'unexpected failure');
    stop('unexpected failure', 1);
  });
  process.on('unhandledRejection', (error) => {
    log.fatal({ error }, 'unexpected failure');
    stop('unexpected failure', 1);
  });
  try {
    running = await start(log);
    process.send?.({ ready: true });
    log.info('ready');
  } catch (error) {
    if (error instanceof SettingsError) {
      log.fatal(error.message);
      process.exit(78);
    }
    log.fatal({ error }, 'could not start');
    process.exit(1);
  }
}

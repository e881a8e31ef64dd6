/**
 * The lifecycle of every service. It sends `{ ready: true }` to its launcher, stops cleanly on SIGINT, on SIGTERM and
 * when the launcher has ended, and ends after an unexpected error (the launcher restarts it).
 */
import { settingsFromLauncher } from './early-start.ts';
import { createHandover, type Handover } from './handover.ts';
import { createLogger, type Logger } from './logger.ts';
import { SettingsError } from './settings.ts';

export interface Running {
  /** Goes on with its work until it is replaced; `stop` follows. Not called after an unexpected error. Has its own limit. */
  readonly leave?: () => Promise<void>;
  /** Closes everything that `start` opened, in reverse order. */
  stop(): Promise<void>;
}

/** The process ends when a stop takes longer. */
const STOP_MS = 8_000;

/** The IPC channel of the launcher is closed. A process without a launcher has no property `connected`. */
const launcherIsGone = (): boolean => 'connected' in process && !process.connected;

/**
 * An argument of the program, for an engine of containers that starts each process again that has ended: after a wrong
 * setting the process stays, and answers nothing.
 */
const STAYS = '--stay-after-wrong-setting';

/** Runs `start` as the service of this process. A settings mistake ends it with 78 (EX_CONFIG): no restart helps. */
export async function runService(
  name: string,
  start: (logger: Logger, handover: Handover) => Promise<Running>,
): Promise<void> {
  await settingsFromLauncher();
  const logger = createLogger(name, process.env['LOG_LEVEL'] || 'info');
  const handover = createHandover();
  let running: Running | undefined;
  let isStopping = false;
  const stop = (why: string, code: number): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ why }, 'stopping');
    const stopRunning = async (): Promise<void> => {
      if (code === 0) await running?.leave?.();
      setTimeout(() => process.exit(code || 1), STOP_MS).unref();
      await running?.stop();
    };
    void stopRunning().then(
      () => process.exit(code),
      (error: unknown) => {
        logger.error({ error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM', 0));
  process.on('SIGINT', () => stop('SIGINT', 0));
  process.on('disconnect', () => stop('launcher gone', 0));
  // The launcher may have ended while this process loaded its modules, before the listener was added.
  if (launcherIsGone()) stop('launcher gone', 0);
  process.on('uncaughtException', (error) => {
    logger.fatal({ error }, 'unexpected failure');
    stop('unexpected failure', 1);
  });
  process.on('unhandledRejection', (error) => {
    logger.fatal({ error }, 'unexpected failure');
    stop('unexpected failure', 1);
  });
  try {
    running = await start(logger, handover);
    process.send?.({ ready: true });
    logger.info('ready');
  } catch (error) {
    if (error instanceof SettingsError) {
      logger.fatal(error.message);
      if (!process.argv.includes(STAYS)) process.exit(78);
      logger.fatal('waiting: correct the setting, and start this again');
      setInterval(() => undefined, 60_000);
      return;
    }
    logger.fatal({ error }, 'could not start');
    process.exit(1);
  }
}

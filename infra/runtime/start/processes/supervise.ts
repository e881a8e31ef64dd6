/**
 * Keeps one process running: a process that ends by itself is started again on its port, with growing delays. One that
 * asks for it is replaced before it ends.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Backoff } from 'service-kit/concurrency/backoff';
import type { Logger } from 'service-kit/process/logger';
import { DidNotStart, SETTINGS_MISTAKE } from '../program/start-errors.ts';

/** How a process has ended: by itself with a code, or by a signal. */
export interface Exit {
  readonly code: number | null;
  readonly signal?: NodeJS.Signals | null;
}

/** A running process. `exited` resolves when it has ended, for any reason. */
export interface Process {
  readonly exited: Promise<Exit>;
  /** Resolves when it asks to be replaced before it stops. */
  readonly leaving?: Promise<void>;
  stop(): Promise<void>;
}

export interface Supervised {
  stop(): Promise<void>;
}

const BACKOFF = { firstMs: 200, mostMs: 10_000 };
/**
 * A process that was ready for this time is healthy: the delays start over. With 30 s a service that is killed every 20 s
 * was away for ten of them.
 */
const HEALTHY_MS = 10_000;
/** Attempts of the first start. */
const FIRST_ATTEMPTS = 3;

/**
 * Resolves when the process is ready for the first time.
 * @param start resolves when the process is ready; ends early when `stopping` aborts
 * @param stopping aborts when everything stops: nothing is started after that
 * @param giveUp called when another start cannot help
 * @throws what `start` throws, when all attempts of the first start fail
 */
export async function supervise(options: {
  name: string;
  start: () => Promise<Process>;
  stopping: AbortSignal;
  logger: Logger;
  giveUp: (why: string) => void;
}): Promise<Supervised> {
  const { name, start, stopping, logger, giveUp } = options;
  let running = await firstStart(start, stopping, logger);

  /** The one before, which may still end its answers. */
  let leaving: Process | undefined;
  const startAgain = (): Promise<Process> =>
    start().catch((error: unknown) => {
      logger.warn({ process: name, reason: sentenceOf(error) }, 'did not start');
      return ended(error instanceof DidNotStart ? error.code : null);
    });

  const keepRunning = async (): Promise<void> => {
    const backoff = new Backoff(BACKOFF);
    while (!stopping.aborted) {
      const since = Date.now();
      const isLeaving = await Promise.race([
        running.exited.then(() => false),
        running.leaving?.then(() => true) ?? new Promise<never>(() => undefined),
      ]);
      if (stopping.aborted) return;
      if (isLeaving) {
        logger.info({ process: name }, 'stops, another one is started');
        leaving = running;
        running = await startAgain();
        continue;
      }
      const { code, signal } = await running.exited;
      if (code === SETTINGS_MISTAKE) return giveUp(`${name} cannot use its settings`);
      if (Date.now() - since > HEALTHY_MS) backoff.reset();
      const delay = backoff.nextMs();
      logger.error({ process: name, code, signal, delay }, 'ended unexpectedly, is started again');
      await pause(delay, stopping);
      if (stopping.aborted) return;
      running = await startAgain();
    }
  };
  const loop = keepRunning();

  return {
    async stop() {
      await Promise.all([running.stop(), leaving?.stop()]);
      await loop;
      // A restart may have been under way when the stop began.
      await running.stop();
    },
  };
}

async function firstStart(start: () => Promise<Process>, stopping: AbortSignal, logger: Logger): Promise<Process> {
  const backoff = new Backoff(BACKOFF);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (
        attempt === FIRST_ATTEMPTS ||
        stopping.aborted ||
        (error instanceof DidNotStart && error.code === SETTINGS_MISTAKE)
      )
        throw error;
      logger.warn({ reason: sentenceOf(error) }, 'did not start, is tried again');
      await backoff.wait(stopping);
    }
  }
}

const pause = (ms: number, stopping: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal: stopping }).catch(() => {});

/** Represents a process that did not start. */
const ended = (code: number | null): Process => ({ exited: Promise.resolve({ code }), stop: async () => {} });

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

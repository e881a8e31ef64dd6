/**
 * Keeps one thing running: started again when it ends by itself, at once first and then ever slower, on the port that
 * it had.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'service-kit/process/logger';

/** Something that runs: `exited` tells when and how it ended, whoever wanted it. */
export interface Process {
  readonly exited: Promise<{ readonly code: number | null }>;
  stop(): Promise<void>;
}

/** @param code its exit code, null when a signal ended it */
export class DidNotStart extends Error {
  override readonly name = 'DidNotStart';
  readonly code: number | null;
  constructor(name: string, code: number | null) {
    super(code === SETTINGS_MISTAKE ? `${name} cannot use its settings.` : `${name} did not start.`);
    this.code = code;
  }
}

export interface Supervised {
  stop(): Promise<void>;
}

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;
/** After this long it counts as healthy, and its next end as its first. */
const HEALTHY_MS = 30_000;
/** Tries of the very first start, before whoever started the product hears that it does not work. */
const FIRST_TRIES = 3;
/** EX_CONFIG: the service told in a sentence which setting is wrong. */
export const SETTINGS_MISTAKE = 78;

/**
 * Resolves once the thing is up for the first time.
 * @param start resolves when the thing is ready; must end early when `stopping` is aborted
 * @param stopping everything is being stopped: nothing is started any more
 * @param giveUp called when starting again cannot help
 * @throws what `start` throws when the first tries fail: a sentence is better than a loop
 */
export async function supervise(options: {
  name: string;
  start: () => Promise<Process>;
  stopping: AbortSignal;
  log: Logger;
  giveUp: (why: string) => void;
}): Promise<Supervised> {
  const { name, start, stopping, log, giveUp } = options;
  let running = await firstStart(start, stopping, log);

  const keepRunning = async (): Promise<void> => {
    let delay = FIRST_DELAY_MS;
    while (!stopping.aborted) {
      const since = Date.now();
      const code = (await running.exited).code;
      if (stopping.aborted) return;
      if (code === SETTINGS_MISTAKE) return giveUp(`${name} cannot use its settings`);
      if (Date.now() - since > HEALTHY_MS) delay = FIRST_DELAY_MS;
      log.error({ process: name, code, delay }, 'ended unexpectedly, is started again');
      await pause(delay, stopping);
      delay = Math.min(delay * 2, LONGEST_DELAY_MS);
      if (stopping.aborted) return;
      running = await start().catch((error: unknown) => {
        log.warn({ process: name, reason: sentenceOf(error) }, 'did not start');
        return ended(error instanceof DidNotStart ? error.code : null);
      });
    }
  };
  const loop = keepRunning();

  return {
    async stop() {
      await running.stop();
      await loop;
      // One that was just coming up when the stop began.
      await running.stop();
    },
  };
}

async function firstStart(start: () => Promise<Process>, stopping: AbortSignal, log: Logger): Promise<Process> {
  for (let tries = 1, delay = FIRST_DELAY_MS; ; tries += 1, delay *= 2) {
    try {
      return await start();
    } catch (error) {
      if (
        tries === FIRST_TRIES ||
        stopping.aborted ||
        (error instanceof DidNotStart && error.code === SETTINGS_MISTAKE)
      )
        throw error;
      log.warn({ reason: sentenceOf(error) }, 'did not start, is tried again');
      await pause(delay, stopping);
    }
  }
}

const pause = (ms: number, stopping: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal: stopping }).catch(() => {});

/** Stands for one that did not come up. */
const ended = (code: number | null): Process => ({ exited: Promise.resolve({ code }), stop: async () => {} });

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

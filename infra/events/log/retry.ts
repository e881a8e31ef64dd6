/** Retries while the server is down or starting. */
import { setTimeout as delay } from 'node:timers/promises';
import { isTransient } from '../failures.ts';

const WAIT_MS = { first: 100, most: 5_000 };
/** A restarted server is ready within a minute, recovery included. */
const TRY_FOR_MS = 60_000;

/** Exponential backoff, until `reset`. */
export class Backoff {
  #next = WAIT_MS.first;

  reset(): void {
    this.#next = WAIT_MS.first;
  }

  /** Ends early when `signal` aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    const ms = this.#next;
    this.#next = Math.min(2 * ms, WAIT_MS.most);
    await delay(ms, undefined, { signal }).catch(() => undefined);
  }
}

/** Repeats an idempotent call for up to a minute. @throws the last error */
export async function retry<Result>(attempt: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  const pauses = new Backoff();
  const deadline = Date.now() + TRY_FOR_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error) || signal.aborted || Date.now() > deadline) throw error;
      await pauses.wait(signal);
    }
  }
}

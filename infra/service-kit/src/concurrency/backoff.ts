/**
 * Waiting times between attempts: each twice as long as the last, up to a maximum. Libraries for retries repeat one
 * call; the loops that need this reconnect, supervise and follow for ever.
 */
import { setTimeout as delay } from 'node:timers/promises';

export class Backoff {
  readonly #firstMs: number;
  readonly #mostMs: number;
  #nextMs: number;

  constructor({ firstMs, mostMs }: { firstMs: number; mostMs: number }) {
    this.#firstMs = firstMs;
    this.#mostMs = mostMs;
    this.#nextMs = firstMs;
  }

  /** The next waiting time. The one after it is twice as long. */
  nextMs(): number {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(2 * ms, this.#mostMs);
    return ms;
  }

  /** Waits for the next waiting time, or until `signal` aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    await delay(this.nextMs(), undefined, { signal }).catch(() => undefined);
  }

  /** After a success: begins with the first waiting time again. */
  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}

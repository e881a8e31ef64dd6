/**
 * A job of this process that stays open while wake-ups keep coming: what the dispatcher of the same process finds next
 * goes to the open job and needs no job of its own (docs/decisions/read-side/wake-ups.md). It is as lossy as the queue:
 * the sweeper finds the streams of a process that was killed.
 */
import type { WakeUp } from './wake-up.ts';

/** An open job ends after this time without a wake-up. */
const IDLE_MS = 1_000;
/** An open job ends after this time. BullMQ renews the lock of a longer one, too. */
const OPEN_MS_MAX = 5_000;
/** With more waiting, the queue gets a job, so that another process helps. */
const WAITING_MAX = 200;

export class OpenJob {
  #isOpen = false;
  #waiting = new Map<string, WakeUp>();
  #onOffer: (() => void) | undefined;

  /** @returns false if no job is open or the open one has enough to do; then the queue needs a job */
  offer(wakeUps: readonly WakeUp[]): boolean {
    if (!this.#isOpen || this.#waiting.size + wakeUps.length > WAITING_MAX) return false;
    for (const wakeUp of wakeUps) this.#waiting.set(`${wakeUp.projection}/${wakeUp.stream}`, wakeUp);
    this.#onOffer?.();
    return true;
  }

  /**
   * Takes offers until none comes any more, unless another job of this process does so already.
   * @param handle looks at the streams that were offered meanwhile
   * @returns wake-ups that were offered and not handled, for a job of their own
   * @throws what `handle` throws; the wake-ups are lost then
   */
  async serve(handle: (wakeUps: readonly WakeUp[]) => Promise<void>): Promise<readonly WakeUp[]> {
    if (this.#isOpen) return [];
    this.#isOpen = true;
    const until = performance.now() + OPEN_MS_MAX;
    try {
      while (this.#isOpen && performance.now() < until) {
        if (this.#waiting.size === 0 && !(await this.#offered())) break;
        await handle(this.#take());
      }
    } finally {
      this.#isOpen = false;
    }
    return this.#take();
  }

  /** Ends the open job after the wake-ups that it is handling. */
  end(): void {
    this.#isOpen = false;
    this.#onOffer?.();
  }

  /** Resolves to whether something was offered within `IDLE_MS`. */
  async #offered(): Promise<boolean> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, IDLE_MS);
      this.#onOffer = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#onOffer = undefined;
    return this.#waiting.size > 0;
  }

  #take(): readonly WakeUp[] {
    const taken = [...this.#waiting.values()];
    this.#waiting.clear();
    return taken;
  }
}

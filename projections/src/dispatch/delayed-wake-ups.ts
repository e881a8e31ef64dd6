/** Wake-ups that can wait: each stream is woken once a period. */
import type { WakeUp } from '../queue/wake-up.ts';

/** Wake-ups that are left when it stops are lost; the sweeper finds their streams. */
export class DelayedWakeUps {
  readonly #wake: (wakeUps: readonly WakeUp[]) => Promise<void>;
  readonly #periodMs: number;
  readonly #onFailure: (error: unknown) => void;
  #byStream = new Map<string, WakeUp>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    wake: (wakeUps: readonly WakeUp[]) => Promise<void>,
    periodMs: number,
    onFailure: (error: unknown) => void,
  ) {
    this.#wake = wake;
    this.#periodMs = periodMs;
    this.#onFailure = onFailure;
  }

  add(wakeUps: readonly WakeUp[]): void {
    for (const wakeUp of wakeUps) this.#byStream.set(wakeUp.stream, wakeUp);
    if (this.#byStream.size > 0) this.#timer ??= setTimeout(() => this.#flush(), this.#periodMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #flush(): void {
    this.#timer = undefined;
    const wakeUps = [...this.#byStream.values()];
    this.#byStream = new Map();
    this.#wake(wakeUps).catch(this.#onFailure);
  }
}

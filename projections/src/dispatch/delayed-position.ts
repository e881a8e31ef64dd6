/** Stores the dispatcher's position and the heads of streams: at once after a quiet time, otherwise once a period. */
import type { Place } from 'service-kit/event-log/port';

type Store = (heads: ReadonlyMap<string, bigint>, last: Place | undefined) => Promise<void>;

/** The heads that were not stored when the process died are read from the log again, from the stored position on. */
export class DelayedPosition {
  readonly #store: Store;
  readonly #periodMs: number;
  readonly #onFailure: (error: unknown) => void;
  #heads = new Map<string, bigint>();
  #last: Place | undefined;
  /** On the clock of `performance.now()`. */
  #nextAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  /** @param onFailure once; nothing is stored after it */
  constructor(store: Store, periodMs: number, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#periodMs = periodMs;
    this.#onFailure = onFailure;
  }

  /** @param last place of an event up to which every stream has been woken; undefined where the log gave none */
  add(heads: ReadonlyMap<string, bigint>, last: Place | undefined): void {
    for (const [stream, revision] of heads) this.#heads.set(stream, revision);
    this.#last = last ?? this.#last;
    this.#timer ??= setTimeout(
      () => void this.storeNow().catch(this.#onFailure),
      Math.max(0, this.#nextAt - performance.now()),
    );
  }

  /** Stores what was added, after the store under way. Repeated calls store nothing more. @throws what `store` throws */
  storeNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#storing = this.#storing.then(async () => {
      if (this.#heads.size === 0) return;
      const [heads, last] = [this.#heads, this.#last];
      this.#heads = new Map();
      this.#last = undefined;
      this.#nextAt = performance.now() + this.#periodMs;
      await this.#store(heads, last);
    });
    return this.#storing;
  }

  /** Resolves when nothing more will be stored. What is left is stored or dropped. */
  async stop({ store }: { store: boolean }): Promise<void> {
    clearTimeout(this.#timer);
    if (!store) this.#heads.clear();
    await this.storeNow().catch(() => undefined);
  }
}

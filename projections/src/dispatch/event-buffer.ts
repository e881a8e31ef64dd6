/** Events of the log that the dispatcher has seen and not yet passed on. */
import { placeOf } from 'service-kit/event-log/place';
import type { Place, StoredEvent } from 'service-kit/event-log/port';
import { type WakeUp, wakeUpsOf } from '../queue/wake-up.ts';

export interface BufferedEvents {
  readonly wakeUps: readonly WakeUp[];
  /** The newest revision of each stream. */
  readonly heads: ReadonlyMap<string, bigint>;
  /** The place of the last event. */
  readonly last: Place | undefined;
}

export class EventBuffer {
  #heads = new Map<string, bigint>();
  #last: Place | undefined;
  #size = 0;

  /** Events, also several of one stream. */
  get size(): number {
    return this.#size;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  add(event: StoredEvent): void {
    this.#heads.set(event.stream, event.revision);
    this.#last = placeOf(event) ?? this.#last;
    this.#size += 1;
  }

  /** Empties the buffer. */
  take(): BufferedEvents {
    const taken = {
      wakeUps: wakeUpsOf(this.#heads.keys()),
      heads: this.#heads,
      last: this.#last,
    };
    this.#heads = new Map();
    this.#last = undefined;
    this.#size = 0;
    return taken;
  }
}

/** Events of the log that the dispatcher has seen and not yet passed on. */
import { placeOf } from 'service-kit/event-log/place';
import type { EventPosition, StoredEvent } from 'service-kit/event-log/port';
import { dispatched, stopwatch, type Took, type WrittenByCommand } from 'service-kit/telemetry/signals';
import { writtenBy } from '../catch-up/tell-written.ts';
import { type WakeUp, wakeUpsOf } from '../queue/wake-up.ts';

export interface BufferedEvents {
  readonly wakeUps: readonly WakeUp[];
  /** The newest revision of each stream. */
  readonly heads: ReadonlyMap<string, bigint>;
  /** The place of the last event. */
  readonly last: EventPosition | undefined;
  /** For traces; empty where none are made. */
  readonly written: readonly WrittenByCommand[];
  /** How long the first event has been here. */
  readonly elapsed: () => Took;
}

export class EventBuffer {
  #heads = new Map<string, bigint>();
  #last: EventPosition | undefined;
  #size = 0;
  #traced: StoredEvent[] = [];
  #elapsed = stopwatch();

  /** Events, also several of one stream. */
  get size(): number {
    return this.#size;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  add(event: StoredEvent): void {
    if (this.isEmpty) this.#elapsed = stopwatch();
    if (dispatched.isHeard) this.#traced.push(event);
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
      written: writtenBy(this.#traced),
      elapsed: this.#elapsed,
    };
    this.#traced = [];
    this.#heads = new Map();
    this.#last = undefined;
    this.#size = 0;
    return taken;
  }
}

/**
 * The newest committed events in memory. It wakes the subscribers that wait for more. A subscriber that keeps up reads
 * from memory without a query; a subscriber that has fallen behind reads the table until it catches up.
 */
import type { StoredEventPosition } from './write/decide-write.ts';
import { LogUnavailable, sizeOf, type LoggedEvent } from './event.ts';
import { PAGE_BYTES, pageAt } from './read/page.ts';

/** This many of the newest events are kept, and up to twice as many until the next clean-up. */
export const TAIL_EVENTS = 4_096;
export const TAIL_BYTES = 16 * 1024 * 1024;
/** How many events back a read of a stream looks in memory before it reads the table. */
const MAX_STEPS = 512;

export class Tail {
  /** The events have no gaps in their positions, up to `#head`. */
  #events: LoggedEvent[] = [];
  #bytes = 0;
  #head = 0n;
  #isLost = false;
  readonly #places = new Map<string, LoggedEvent>();
  readonly #waiting = new Set<() => void>();

  /** The position of the last committed event, 0n in an empty log. @throws LogUnavailable when the log is lost */
  get head(): bigint {
    if (this.#isLost) throw new LogUnavailable('Another server writes to this log');
    return this.#head;
  }

  /** Another server writes to the log: reads and waits throw LogUnavailable until `reset`. */
  lose(): void {
    this.#isLost = true;
    this.#wake();
  }

  /** Starts over, after a start or a lost session. @param recent the newest events of the table, in order */
  reset(head: bigint, recent: readonly LoggedEvent[]): void {
    this.#isLost = false;
    this.#events = [];
    this.#bytes = 0;
    this.#places.clear();
    this.#head = head - BigInt(recent.length);
    this.publish(recent);
    this.#wake();
  }

  /** Adds committed events, in order. */
  publish(events: readonly LoggedEvent[]): void {
    for (const published of events) {
      const { data, metadata } = published;
      // Memory of their own: a part of a buffer keeps all of it.
      const event = { ...published, data: new Uint8Array(data), metadata: new Uint8Array(metadata) };
      this.#events.push(event);
      this.#places.set(event.id, event);
      this.#bytes += sizeOf(event);
      this.#head = event.position;
    }
    if (this.#events.length > 2 * TAIL_EVENTS || this.#bytes > 2 * TAIL_BYTES) this.#forget();
    if (events.length > 0) this.#wake();
  }

  /**
   * A page of at most `limit` events after `position`, empty at the end of the log.
   * @returns undefined when the events are no longer in memory
   * @throws LogUnavailable
   */
  after(position: bigint, limit: number): readonly LoggedEvent[] | undefined {
    if (position >= this.head) return [];
    const first = this.#events[0]?.position;
    if (first === undefined || position + 1n < first) return undefined;
    return pageAt(this.#events, Number(position + 1n - first), limit);
  }

  /**
   * The events of a stream from `revision` to `end`, its last revision.
   * @returns undefined when memory does not have them all, or they do not fit a page
   */
  ofStream(stream: string, revision: bigint, end: bigint): readonly LoggedEvent[] | undefined {
    if (revision > end) return [];
    const found: LoggedEvent[] = [];
    let bytes = 0;
    for (
      let index = this.#events.length - 1;
      index >= Math.max(0, this.#events.length - MAX_STEPS) && bytes < PAGE_BYTES;
      index -= 1
    ) {
      const event = this.#events[index];
      if (event?.stream !== stream) continue;
      found.push(event);
      bytes += sizeOf(event);
      if (event.revision === revision) return found.toReversed();
    }
    return undefined;
  }

  /** A recent event of `stream` with this id. */
  find(stream: string, id: string): StoredEventPosition | undefined {
    const event = this.#places.get(id);
    return event?.stream === stream ? event : undefined;
  }

  /** Resolves when the log has grown beyond `position` or `signal` aborts. @throws LogUnavailable */
  async beyond(position: bigint, signal: AbortSignal): Promise<void> {
    while (this.head <= position && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        this.#waiting.add(wake);
        signal.addEventListener('abort', wake);
      });
    }
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }

  #forget(): void {
    let keep = this.#events.length;
    let bytes = 0;
    while (keep > 0 && this.#events.length - keep < TAIL_EVENTS) {
      const next = this.#events[keep - 1];
      if (!next || bytes + sizeOf(next) > TAIL_BYTES) break;
      bytes += sizeOf(next);
      keep -= 1;
    }
    for (const event of this.#events.splice(0, keep))
      if (this.#places.get(event.id) === event) this.#places.delete(event.id);
    this.#bytes = bytes;
  }
}

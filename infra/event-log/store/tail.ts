/**
 * The newest committed events in memory, and the bell that wakes who waits for more. Subscribers that keep up are
 * served from here without a query; who has fallen behind reads the table until they are back.
 */
import type { Place } from './write/decide-write.ts';
import { LogAway, sizeOf, type LoggedEvent } from './event.ts';
import { PAGE_BYTES, pageAt } from './read/page.ts';

/** Of the newest events so much is kept, and up to twice as much until the next tidying. */
export const TAIL_EVENTS = 4_096;
export const TAIL_BYTES = 16 * 1024 * 1024;
/** How far back a read of a stream looks in memory before it asks the table. */
const MAX_STEPS = 512;

export class Tail {
  /** Contiguous positions up to `#head`. */
  #events: LoggedEvent[] = [];
  #bytes = 0;
  #head = 0n;
  #lost = false;
  readonly #places = new Map<string, LoggedEvent>();
  readonly #sleepers = new Set<() => void>();

  /** The position of the last event known to be committed, 0n in an empty log. @throws LogAway when the log is lost */
  get head(): bigint {
    if (this.#lost) throw new LogAway('Another server writes to this log');
    return this.#head;
  }

  /**
   * Another server writes to the log: what is here is old for good. Who asks or waits is told so, until memory starts
   * over.
   */
  lose(): void {
    this.#lost = true;
    this.#wake();
  }

  /**
   * Starts over from `recent`, the newest events of the table in order, after a start or when the writer lost its
   * session.
   */
  reset(head: bigint, recent: readonly LoggedEvent[]): void {
    this.#lost = false;
    this.#events = [];
    this.#bytes = 0;
    this.#places.clear();
    this.#head = head - BigInt(recent.length);
    this.publish(recent);
    this.#wake();
  }

  /** Committed events, following on the last ones. */
  publish(events: readonly LoggedEvent[]): void {
    for (const event of events) {
      this.#events.push(event);
      this.#places.set(event.id, event);
      this.#bytes += sizeOf(event);
      this.#head = event.position;
    }
    if (this.#events.length > 2 * TAIL_EVENTS || this.#bytes > 2 * TAIL_BYTES) this.#forget();
    if (events.length > 0) this.#wake();
  }

  /**
   * A page of at most `limit` events after `position`: none when there are none yet, undefined when they are no longer
   * in memory.
   * @throws LogAway
   */
  after(position: bigint, limit: number): readonly LoggedEvent[] | undefined {
    if (position >= this.head) return [];
    const first = this.#events[0]?.position;
    if (first === undefined || position + 1n < first) return undefined;
    return pageAt(this.#events, Number(position + 1n - first), limit);
  }

  /**
   * The events of a stream from `revision` to its last one, `end`, where memory has them all and they fit a page;
   * undefined where only the table does.
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

  /** Where a recent event of `stream` lies, by its id. */
  find(stream: string, id: string): Place | undefined {
    const event = this.#places.get(id);
    return event?.stream === stream ? event : undefined;
  }

  /** Resolves when the log has grown beyond `position`, or `signal` aborts. @throws LogAway */
  async beyond(position: bigint, signal: AbortSignal): Promise<void> {
    while (this.head <= position && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#sleepers.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        this.#sleepers.add(wake);
        signal.addEventListener('abort', wake);
      });
    }
  }

  #wake(): void {
    for (const wake of this.#sleepers) wake();
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

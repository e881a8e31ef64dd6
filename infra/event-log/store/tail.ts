/**
 * The newest committed events in memory, and the bell that wakes who waits for more. Subscribers that keep up are served from here without
 * a query; who has fallen behind reads the table until they are back.
 */
import { sizeOf, type LoggedEvent } from './event.ts';
import type { Place } from './decide-append.ts';

const MAX_EVENTS = 4_096;
const MAX_BYTES = 32 * 1024 * 1024;
/** Streams whose end is known. */
const MAX_ENDS = 100_000;
/** How far back a read of a stream looks in memory before it asks the table. */
const MAX_STEPS = 512;

export class Tail {
  /** Contiguous positions up to `#head`. */
  #events: LoggedEvent[] = [];
  #bytes = 0;
  #head = 0n;
  readonly #places = new Map<string, LoggedEvent>();
  /** Last revisions of streams: every event that is published moves its own, so what is here is right. */
  readonly #ends = new Map<string, bigint>();
  readonly #sleepers = new Set<() => void>();

  /** The position of the last event known to be committed, 0n in an empty log. */
  get head(): bigint {
    return this.#head;
  }

  /** Starts over from `recent`, the newest events of the table in order, after a start or when the writer lost its session. */
  reset(head: bigint, recent: readonly LoggedEvent[]): void {
    this.#events = [];
    this.#bytes = 0;
    this.#places.clear();
    this.#ends.clear();
    this.#head = head - BigInt(recent.length);
    this.publish(recent);
    this.#wake();
  }

  /** Committed events, following on the last ones. */
  publish(events: readonly LoggedEvent[]): void {
    for (const event of events) {
      this.#events.push(event);
      this.#places.set(event.id, event);
      this.#setEnd(event.stream, event.revision);
      this.#bytes += sizeOf(event);
      this.#head = event.position;
    }
    if (this.#events.length > 2 * MAX_EVENTS || this.#bytes > 2 * MAX_BYTES) this.#forget();
    if (events.length > 0) this.#wake();
  }

  /** At most `limit` events after `position`: none when there are none yet, undefined when they are no longer in memory. */
  after(position: bigint, limit: number): readonly LoggedEvent[] | undefined {
    if (position >= this.#head) return [];
    const first = this.#events[0]?.position;
    if (first === undefined || position + 1n < first) return undefined;
    const start = Number(position + 1n - first);
    return this.#events.slice(start, start + limit);
  }

  /** The events of a stream from `revision` on, where memory knows them all; undefined where only the table does. */
  ofStream(stream: string, revision: bigint): readonly LoggedEvent[] | undefined {
    const end = this.#ends.get(stream);
    if (end === undefined) return undefined;
    if (revision > end) return [];
    const found: LoggedEvent[] = [];
    for (let index = this.#events.length - 1; index >= Math.max(0, this.#events.length - MAX_STEPS); index -= 1) {
      const event = this.#events[index];
      if (event?.stream !== stream) continue;
      found.push(event);
      if (event.revision === revision) return found.toReversed();
    }
    return undefined;
  }

  /** Takes note of a stream's last revision, read from the table after the log's head was seen at `head`: nothing may have come since. */
  learnEnd(stream: string, revision: bigint, head: bigint): void {
    if (head === this.#head && !this.#ends.has(stream)) this.#setEnd(stream, revision);
  }

  /** A transaction may have been committed unseen: until the next `reset` only the table knows where streams end. */
  doubt(): void {
    this.#ends.clear();
  }

  /** Where a recent event of `stream` lies, by its id. */
  find(stream: string, id: string): Place | undefined {
    const event = this.#places.get(id);
    return event?.stream === stream ? event : undefined;
  }

  /** Resolves when the log has grown beyond `position`, or `signal` aborts. */
  async beyond(position: bigint, signal: AbortSignal): Promise<void> {
    while (this.#head <= position && !signal.aborted) {
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

  #setEnd(stream: string, revision: bigint): void {
    this.#ends.delete(stream);
    this.#ends.set(stream, revision);
    if (this.#ends.size <= MAX_ENDS) return;
    const [oldest] = this.#ends.keys();
    if (oldest !== undefined) this.#ends.delete(oldest);
  }

  #wake(): void {
    for (const wake of this.#sleepers) wake();
  }

  #forget(): void {
    let keep = this.#events.length;
    let bytes = 0;
    while (keep > 0 && this.#events.length - keep < MAX_EVENTS) {
      const next = this.#events[keep - 1];
      if (!next || bytes + sizeOf(next) > MAX_BYTES) break;
      bytes += sizeOf(next);
      keep -= 1;
    }
    for (const event of this.#events.splice(0, keep)) if (this.#places.get(event.id) === event) this.#places.delete(event.id);
    this.#bytes = bytes;
  }
}

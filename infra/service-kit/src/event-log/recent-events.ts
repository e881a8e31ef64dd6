/** The newest events that a subscription has brought, in their stored form, so that a follower need not read them again. */
import type { RecordedEvent } from '@eventstore/db-client';
import { LRUCache } from 'lru-cache';

/** Characters of payload of all streams, about as many bytes twice. */
const MAX_SIZE = 4_000_000;
/** Newest events of one stream. A follower that is further behind reads the log. */
const MAX_OF_A_STREAM = 64;
/** The size of an event beside its payload. */
const OVERHEAD = 1_000;

const sizeOf = ({ data }: RecordedEvent): number =>
  OVERHEAD + (typeof data === 'string' || data instanceof Uint8Array ? data.length : JSON.stringify(data).length);

/** Each stream's events follow each other without a gap. */
export class RecentEvents {
  readonly #streams = new LRUCache<string, { readonly events: readonly RecordedEvent[]; readonly size: number }>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ size }) => size,
  });

  add(event: RecordedEvent): void {
    const known = this.#streams.peek(event.streamId);
    const follows = known?.events.at(-1)?.revision === event.revision - 1n;
    const before = known && follows ? known : { events: [], size: 0 };
    const events = [...before.events, event];
    const dropped = events.length > MAX_OF_A_STREAM ? events.shift() : undefined;
    const size = before.size + sizeOf(event) - (dropped ? sizeOf(dropped) : 0);
    this.#streams.set(event.streamId, { events, size });
  }

  /** At most `maxCount` events from the revision `from` on; undefined if the event at `from` is not here. */
  from(stream: string, from: bigint, maxCount: number): readonly RecordedEvent[] | undefined {
    const events = this.#streams.get(stream)?.events ?? [];
    const start = events.findIndex(({ revision }) => revision === from);
    return start === -1 ? undefined : events.slice(start, start + maxCount);
  }

  clear(): void {
    this.#streams.clear();
  }
}

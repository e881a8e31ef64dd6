/** Which events go to the target in one append. */
import { isTombstone, streamOfMetadata, type StoredEvent } from '../log/stored-event.ts';

/** EventStoreDB's limit for one append, and its measure: data, metadata and twice the letters of the type. */
const MAX_APPEND_BYTES = 1024 * 1024;
const sizeOf = ({ data, metadata, type }: StoredEvent): number => data.length + metadata.length + 2 * type.length;

/** Of one stream, each following on the one before. */
export interface AppendGroup {
  readonly events: readonly [StoredEvent, ...StoredEvent[]];
  /** What follows on it in the log. */
  readonly next: StoredEvent | undefined;
}

/**
 * Neighbours of one stream together, as many as an append takes; metadata and tombstones alone. What follows on one
 * another in a file and is of one stream does so in the log, whether it was one append there or many.
 */
export async function* appendGroups(events: AsyncIterable<StoredEvent>): AsyncGenerator<AppendGroup> {
  let group: [StoredEvent, ...StoredEvent[]] | undefined;
  let bytes = 0;
  for await (const event of events) {
    if (group && goesWith(group[0], event) && bytes + sizeOf(event) <= MAX_APPEND_BYTES) {
      group.push(event);
      bytes += sizeOf(event);
      continue;
    }
    if (group) yield { events: group, next: event };
    group = [event];
    bytes = sizeOf(event);
  }
  if (group) yield { events: group, next: undefined };
}

const goesWith = (first: StoredEvent, event: StoredEvent): boolean =>
  first.stream === event.stream && !isAlone(first) && !isAlone(event);
const isAlone = (event: StoredEvent): boolean => isTombstone(event) || streamOfMetadata(event) !== undefined;

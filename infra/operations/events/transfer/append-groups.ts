/** Groups events for one append each. */
import { isTombstone, streamOfMetadata, type StoredEvent } from '../log/stored-event.ts';

/** EventStoreDB's limit for one append. It counts data, metadata and the type at two bytes a letter. */
const MAX_APPEND_BYTES = 1024 * 1024;
const sizeOf = ({ data, metadata, type }: StoredEvent): number => data.length + metadata.length + 2 * type.length;

/** Successive events of one stream. */
export interface AppendGroup {
  readonly events: readonly [StoredEvent, ...StoredEvent[]];
  /** The event after the group in the log. */
  readonly next: StoredEvent | undefined;
}

/**
 * Neighbours of one stream, as many as fit in an append; metadata and tombstones alone. The order of the log stays the
 * same.
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

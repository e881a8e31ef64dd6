/** Tells metrics and traces of written rows. */
import type { StoredEvent } from 'service-kit/event-log/port';
import { commandsProjected, rowsWritten, type Took, type WrittenByCommand } from 'service-kit/telemetry/signals';
import type { Projection } from '../read-models/projection.ts';

/** Older events belong to no trace that a person looks at: a process that catches up makes no spans of them. */
const RECENT_MS = 60_000;

/** @param all what the transaction has committed */
export function tellWritten(
  { name: projection }: Pick<Projection, 'name'>,
  all: readonly { readonly events: readonly StoredEvent[] }[],
  took: Took,
): void {
  if (all.length === 0) return;
  rowsWritten.send(() => ({ ...took, projection, events: all.reduce((sum, { events }) => sum + events.length, 0) }));
  commandsProjected.send(() => ({ ...took, projection, written: writtenBy(all.flatMap(({ events }) => events)) }));
}

/** @returns each command once for each stream that it wrote to lately */
export function writtenBy(
  events: readonly Pick<StoredEvent, 'stream' | 'metadata'>[],
  now = Date.now(),
): WrittenByCommand[] {
  const byCommand = new Map<string, WrittenByCommand>();
  for (const { stream, metadata } of events) {
    const { commandId } = metadata;
    if (now - Date.parse(metadata.recordedAt ?? metadata.occurredAt) < RECENT_MS)
      byCommand.set(`${commandId} ${stream}`, { commandId, stream });
  }
  return [...byCommand.values()];
}

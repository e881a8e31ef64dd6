/** For `*.int.spec.ts` only: what no program of ours would write. */
import { randomUUID } from 'node:crypto';
import { ANY, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { EventLog, RawEvent } from './port.ts';

/** The events of all streams whose names begin with `prefix`, in order of commit. */
export async function eventsWithPrefix(log: Pick<EventLog, 'readAllRaw'>, prefix: string): Promise<RawEvent[]> {
  const events: RawEvent[] = [];
  for await (const event of log.readAllRaw({ maxCount: Number.MAX_SAFE_INTEGER }))
    if (event.stream.startsWith(prefix)) events.push(event);
  return events;
}

/** Puts an event at the end of the stream that says it is the patient's, and whose payload was never encrypted. */
export async function appendUnreadable(url: string, stream: string, type: string, patientId: string): Promise<void> {
  const client = EventStoreDBClient.connectionString(url);
  const metadata = {
    commandId: randomUUID(),
    command: 'Spoil',
    actorId: 'somebody',
    occurredAt: new Date().toISOString(),
    schemaVersion: 1,
    patientId,
  };
  await client.appendToStream(stream, jsonEvent({ type, data: { firstName: 'Layla' }, metadata }));
  await client.dispose();
}

/**
 * Events of the server's own, which are not carried over with a log: they move the positions of all that comes after
 * them.
 */
export async function appendSystemEvents(url: string, count: number): Promise<void> {
  const client = EventStoreDBClient.connectionString(url);
  await client.appendToStream(
    '$stats-spec',
    Array.from({ length: count }, () => jsonEvent({ type: '$statsCollected', data: {} })),
  );
  await client.dispose();
}

/**
 * As the command line of `infra/events` carries a log over: ids, revisions and the order of the whole log stay,
 * positions do not.
 */
export async function copyLog(from: string, to: string): Promise<void> {
  const [source, target] = [EventStoreDBClient.connectionString(from), EventStoreDBClient.connectionString(to)];
  for await (const { event } of source.readAll()) {
    if (!event || event.streamId.startsWith('$') || !event.isJson) continue;
    const { id, type, data, metadata, streamId } = event;
    await target.appendToStream(streamId, jsonEvent({ id, type, data, metadata: metadata as object }), {
      expectedRevision: ANY,
    });
  }
  await Promise.all([source.dispose(), target.dispose()]);
}

/** For specs only: reads and writes that no program of the product does. */
import { randomUUID } from 'node:crypto';
import { ANY, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { EventLog, NewEvent, PatientKeys, RawEvent } from './port.ts';

/** For a log of streams that are not encrypted. */
export const noKeys: PatientKeys = {
  withKey: () => Promise.reject(new Error('These streams are not encrypted')),
  findKey: async () => undefined,
  findKeys: async () => new Map(),
};

/** A new event, as of a command of its own. */
export const newEvent = (type: string, data: object): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: {
    commandId: randomUUID(),
    command: 'Test',
    actorId: 'mona',
    occurredAt: '2026-03-02T10:00:00.000Z',
    schemaVersion: 1,
  },
});

/** A team's first event. @param about of any length */
export const teamCreated = (about = ''): NewEvent =>
  newEvent('TeamCreated', { name: 'ICU', specialty: 1, about, adminId: 'mona', adminEmail: 'mona@team.test' });

/** The events of all streams whose names begin with `prefix`, in order of commit. */
export async function eventsWithPrefix(log: Pick<EventLog, 'readAllRaw'>, prefix: string): Promise<RawEvent[]> {
  const events: RawEvent[] = [];
  for await (const event of log.readAllRaw({ maxCount: Number.MAX_SAFE_INTEGER }))
    if (event.stream.startsWith(prefix)) events.push(event);
  return events;
}

/** Appends an event of a patient whose payload is not encrypted. */
export async function appendUnreadable(url: string, stream: string, type: string, patientId: string): Promise<void> {
  const client = EventStoreDBClient.connectionString(url);
  const metadata = {
    commandId: randomUUID(),
    command: 'Spoil',
    actorId: 'a-user',
    occurredAt: new Date().toISOString(),
    schemaVersion: 1,
    patientId,
  };
  await client.appendToStream(stream, jsonEvent({ type, data: { firstName: 'Layla' }, metadata }));
  await client.dispose();
}

/** Appends an event as it is, such as in the stored form of an older version. */
export async function appendAsStored(url: string, stream: string, event: NewEvent): Promise<void> {
  const { id, type, data, metadata } = event;
  const client = EventStoreDBClient.connectionString(url);
  await client.appendToStream(stream, jsonEvent({ id, type, data: { ...data }, metadata: { ...metadata } }));
  await client.dispose();
}

/** Appends system events. They are not part of a log transfer and move the positions of all later events. */
export async function appendSystemEvents(url: string, count: number): Promise<void> {
  const client = EventStoreDBClient.connectionString(url);
  await client.appendToStream(
    '$stats-spec',
    Array.from({ length: count }, () => jsonEvent({ type: '$statsCollected', data: {} })),
  );
  await client.dispose();
}

/** Copies a log like the command line of `infra/operations/events`: ids, revisions and order stay, positions change. */
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

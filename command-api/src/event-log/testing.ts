/** For `*.int.spec.ts` only: what no program of ours would write. */
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';

/** Puts an event at the end of the stream that says it is the patient's, and whose payload was never encrypted. */
export async function appendUnreadable(url: string, stream: string, type: string, patientId: string): Promise<void> {
  const client = EventStoreDBClient.connectionString(url);
  const metadata = { commandId: randomUUID(), command: 'Spoil', actorId: 'somebody', occurredAt: new Date().toISOString(), schemaVersion: 1, patientId };
  await client.appendToStream(stream, jsonEvent({ type, data: { firstName: 'Layla' }, metadata }));
  await client.dispose();
}

/** Appends what the product itself never writes: an event that no projection can take. */
import { randomUUID } from 'node:crypto';
import { binaryEvent, EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { v5 as uuidv5 } from 'uuid';

export const poisons = ['unknown-type', 'not-json', 'other-version'] as const;
export type Poison = (typeof poisons)[number];

function poisonOf(what: Poison) {
  const stream = `${what === 'not-json' ? 'admission' : 'drug'}-${randomUUID()}`;
  const commandId = randomUUID();
  // As every event's id (docs/architecture.md, "Rule 3: every command has an id"): only the event itself is wrong.
  const id = uuidv5(`${stream}#0`, commandId);
  const data = { label: 'x' };
  const metadata = {
    commandId,
    command: 'Poison',
    actorId: randomUUID(),
    occurredAt: new Date().toISOString(),
    schemaVersion: what === 'other-version' ? 99 : 1,
  };
  switch (what) {
    case 'unknown-type':
      return { stream, event: jsonEvent({ id, type: 'DrugOfAnotherProgram', data, metadata }) };
    case 'other-version':
      return { stream, event: jsonEvent({ id, type: 'DrugAdded', data, metadata }) };
    case 'not-json': {
      const bytes = Buffer.from('{"patientId": ');
      return { stream, event: binaryEvent({ id, type: 'PatientAdmitted', data: bytes, metadata: bytes }) };
    }
  }
}

/**
 * Appends it to a stream of its own.
 * @param begins called with the stream before: an append without an answer may be in the log
 * @returns the stream @throws Error if the log does not answer
 */
export async function appendPoison(url: string, what: Poison, begins?: (stream: string) => void): Promise<string> {
  const { stream, event } = poisonOf(what);
  begins?.(stream);
  const client = EventStoreDBClient.connectionString(url);
  try {
    await client.appendToStream(stream, event, { expectedRevision: NO_STREAM });
    return stream;
  } finally {
    await client.dispose();
  }
}

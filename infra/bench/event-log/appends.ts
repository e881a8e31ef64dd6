/** Appends through the client, each writer to a stream of its own at its exact revision. */
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, NO_STREAM, type AppendExpectedRevision } from '@eventstore/db-client';
import { rate } from './rate.ts';
import { sampleEvents } from './sample-event.ts';

/**
 * As many as the writers can, in one client.
 * @returns events a second
 */
export async function appendRate({ url, writers, batch, seconds }: { url: string; writers: number; batch: number; seconds: number }): Promise<number> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    const writing = Array.from({ length: writers }, () => writer(client));
    for (const append of writing) await append(batch);
    return batch * (await rate({ workers: writers, seconds }, async (worker) => writing[worker]?.(batch)));
  } finally {
    await client.dispose();
  }
}

/** @returns what appends so many events to a new stream, each time where the last time ended */
export function writer(client: EventStoreDBClient): (events: number) => Promise<void> {
  const stream = `bench-${randomUUID()}`;
  let expectedRevision: AppendExpectedRevision = NO_STREAM;
  return async (events) => {
    ({ nextExpectedRevision: expectedRevision } = await client.appendToStream(stream, sampleEvents(events), { expectedRevision }));
  };
}

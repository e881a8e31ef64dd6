/** Appends through the client, each writer to a stream of its own at its exact revision. */
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, NO_STREAM, type AppendExpectedRevision } from '@eventstore/db-client';
import { atRate } from '../open-loop.ts';
import { rate } from './rate.ts';
import { sampleEvents } from './sample-event.ts';

/**
 * As many appends as possible with one client.
 * @returns events a second
 */
export async function appendRate({
  url,
  writers,
  batch,
  seconds,
}: {
  url: string;
  writers: number;
  batch: number;
  seconds: number;
}): Promise<number> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    const writing = Array.from({ length: writers }, () => writer(client));
    for (const append of writing) await append(batch);
    return batch * (await rate({ workers: writers, seconds }, async (worker) => writing[worker]?.(batch)));
  } finally {
    await client.dispose();
  }
}

/** Appends at a fixed rate, independent of the answers, each to a new stream. @returns the number of appends */
export async function appendAtPace({
  url,
  perSecond,
  seconds,
}: {
  url: string;
  perSecond: number;
  seconds: number;
}): Promise<number> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    await writer(client)(1);
    let written = 1;
    await atRate({ perSecond, seconds }, async () => {
      await writer(client)(1);
      written += 1;
    });
    return written;
  } finally {
    await client.dispose();
  }
}

/** This number of events as fast as possible. @returns the number of appends */
export async function appendBurst({
  url,
  writers,
  events,
}: {
  url: string;
  writers: number;
  events: number;
}): Promise<number> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    let written = 0;
    await Promise.all(
      Array.from({ length: writers }, async () => {
        const append = writer(client);
        while (written < events) {
          written += 1;
          await append(1);
        }
      }),
    );
    return written;
  } finally {
    await client.dispose();
  }
}

/** @returns a function that appends a number of events to one new stream */
export function writer(client: EventStoreDBClient): (events: number) => Promise<void> {
  const stream = `bench-${randomUUID()}`;
  let expectedRevision: AppendExpectedRevision = NO_STREAM;
  return async (events) => {
    ({ nextExpectedRevision: expectedRevision } = await client.appendToStream(stream, sampleEvents(events), {
      expectedRevision,
    }));
  };
}

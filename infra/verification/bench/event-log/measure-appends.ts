/** Appends of many writers through the client: bare inserts, log and stub in turn. */
import { randomUUID } from 'node:crypto';
import { type AppendExpectedRevision, EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import { atRate } from '../open-loop.ts';
import { bareInsertRate } from '../bare-inserts.ts';
import { median } from '../figures.ts';
import { inTurns, rate } from '../turns.ts';
import { atLeastOf, print } from './rates.ts';
import { sampleEvent } from './sample-event.ts';
import { startServer, startStub } from './servers.ts';

const CONNECTIONS = 32;
/** Short ones: after a hundred thousand rows Postgres cleans up for seconds, and that must meet all three alike. */
const ROUNDS = 9;
const SLICE = 1 / 3;
const WARM_UP = 0.3;

/** @param seconds of each measurement, in three slices of each of three rounds */
export async function measureAppends(databaseUrl: string, dataDir: string, seconds: number): Promise<void> {
  const server = await startServer(databaseUrl, dataDir);
  const stub = await startStub(0, dataDir);
  const slice = (isWarmUp: boolean): number => seconds * SLICE * (isWarmUp ? WARM_UP : 1);
  const inserts = (connections: number) => (isWarmUp: boolean) =>
    bareInsertRate(databaseUrl, { connections, seconds: slice(isWarmUp) });
  const appends = (url: string, writers: number) => (isWarmUp: boolean) => appendRate(url, writers, slice(isWarmUp));
  try {
    const taken = await inTurns(ROUNDS, {
      sequential: inserts(1),
      one: appends(server.url, 1),
      oneStub: appends(stub.url, 1),
      pooled: inserts(CONNECTIONS),
      sixteen: appends(server.url, 16),
      sixteenStub: appends(stub.url, 16),
      sixtyFour: appends(server.url, 64),
      sixtyFourStub: appends(stub.url, 64),
    });
    const [sequential, pooled] = [median(taken.sequential), median(taken.pooled)];
    const one = { log: median(taken.one), stub: median(taken.oneStub), bare: sequential };
    const crowd = { log: median(taken.sixtyFour), stub: median(taken.sixtyFourStub), bare: pooled };
    print('appends, 1 writer', one);
    print('appends, 16 writers', { log: median(taken.sixteen), stub: median(taken.sixteenStub), bare: pooled });
    print('appends, 64 writers', crowd);
    atLeastOf('appends, 1 writer: half the sequential bare insert', one, 0.5 * sequential);
    atLeastOf(`appends, 64 writers: the bare insert on ${CONNECTIONS} connections`, crowd, pooled);
  } finally {
    await stub.stop();
    await server.stop();
  }
}

/** As many appends as possible with one client. @returns events a second */
async function appendRate(url: string, writers: number, seconds: number): Promise<number> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    const writing = Array.from({ length: writers }, () => writer(client));
    for (const append of writing) await append();
    return await rate({ workers: writers, seconds }, async (worker) => writing[worker]?.());
  } finally {
    await client.dispose();
  }
}

/** Appends at a fixed rate, independent of the answers, each to a new stream. */
export async function appendAtPace(url: string, pace: { perSecond: number; seconds: number }): Promise<void> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    await atRate(pace, () => writer(client)());
  } finally {
    await client.dispose();
  }
}

/** @returns a function that appends an event to one new stream at its exact revision */
function writer(client: EventStoreDBClient): () => Promise<void> {
  const stream = `bench-${randomUUID()}`;
  let expectedRevision: AppendExpectedRevision = NO_STREAM;
  return async () => {
    const appended = await client.appendToStream(stream, [sampleEvent()], { expectedRevision });
    expectedRevision = appended.nextExpectedRevision;
  };
}

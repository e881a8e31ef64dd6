/** Reads of a long log through the client: all streams, one stream, and a subscription from the start. */
import { EventStoreDBClient, START, type AllStreamResolvedEvent, type ResolvedEvent } from '@eventstore/db-client';
import { median } from '../figures.ts';
import { inTurns } from '../turns.ts';
import { atLeastOf, print } from './rates.ts';
import { LONG_STREAM, longStreamEvents } from './seed-log.ts';
import { startServer, startStub } from './servers.ts';

const ROUNDS = 3;
const MOST = 200_000;
const WARM_UP_EVENTS = 20_000;
const CATCH_UP = 40_000;

type Reading = (client: EventStoreDBClient, maxCount: number) => AsyncIterable<ResolvedEvent | AllStreamResolvedEvent>;

export async function measureReads(databaseUrl: string, dataDir: string, logEvents: number): Promise<void> {
  const server = await startServer(databaseUrl, dataDir);
  const stub = await startStub(logEvents, dataDir);
  const kinds: readonly (readonly [what: string, events: number, read: Reading])[] = [
    ['events read of all', logEvents, (client, maxCount) => client.readAll({ maxCount })],
    [
      'events read of one stream',
      longStreamEvents(logEvents),
      (client, maxCount) => client.readStream(LONG_STREAM, { maxCount }),
    ],
    ['events of a subscription catching up', logEvents, (client) => client.subscribeToAll({ fromPosition: START })],
  ];
  try {
    for (const [what, events, read] of kinds) {
      const of = (url: string) => (isWarmUp: boolean) =>
        readRate(url, Math.min(events, isWarmUp ? WARM_UP_EVENTS : MOST), read);
      const taken = await inTurns(ROUNDS, { log: of(server.url), stub: of(stub.url) });
      const rates = { log: median(taken.log), stub: median(taken.stub) };
      print(what, rates);
      atLeastOf(what, rates, CATCH_UP);
    }
  } finally {
    await stub.stop();
    await server.stop();
  }
}

/** Counts all events: a read that ends early is no result. @returns events a second */
async function readRate(url: string, events: number, read: Reading): Promise<number> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    // Connects before the clock starts.
    for await (const _ of client.readAll({ maxCount: 1 }));
    const started = performance.now();
    let seen = 0;
    for await (const { event } of read(client, events)) {
      if (event) seen += 1;
      if (seen === events) break;
    }
    if (seen !== events) throw new Error(`${events} events were to be read, and ${seen} came`);
    return (events * 1_000) / (performance.now() - started);
  } finally {
    await client.dispose();
  }
}

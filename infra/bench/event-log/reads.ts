/** Reads through the client. Counts all events: a read that ends early is no result. */
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  START,
  type AllStreamResolvedEvent,
  type ResolvedEvent,
} from '@eventstore/db-client';

interface ReadOptions {
  readonly url: string;
  readonly events: number;
}
type Reading = AsyncIterable<ResolvedEvent | AllStreamResolvedEvent>;

/** @returns events a second */
export const readAllRate = ({ url, events, backwards }: ReadOptions & { backwards: boolean }): Promise<number> =>
  eventsPerSecond(url, events, (client) =>
    client.readAll({
      maxCount: events,
      ...(backwards ? { direction: BACKWARDS, fromPosition: END } : { direction: FORWARDS, fromPosition: START }),
    }),
  );

/** @returns events a second */
export const readStreamRate = ({
  url,
  events,
  stream,
  backwards,
}: ReadOptions & { stream: string; backwards: boolean }): Promise<number> =>
  eventsPerSecond(url, events, (client) =>
    client.readStream(stream, {
      maxCount: events,
      ...(backwards ? { direction: BACKWARDS, fromRevision: END } : { direction: FORWARDS, fromRevision: START }),
    }),
  );

/** A subscription from the start of the log until it has received this number of events. @returns events a second */
export const subscriptionRate = ({ url, events }: ReadOptions): Promise<number> =>
  eventsPerSecond(url, events, (client) => client.subscribeToAll({ fromPosition: START }));

async function eventsPerSecond(
  url: string,
  events: number,
  open: (client: EventStoreDBClient) => Reading,
): Promise<number> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    // Connects before the clock starts.
    for await (const _ of client.readAll({ maxCount: 1 }));
    const started = performance.now();
    let seen = 0;
    for await (const { event } of open(client)) {
      if (event) seen += 1;
      if (seen === events) break;
    }
    if (seen !== events) throw new Error(`${events} events were to be read, and ${seen} came`);
    return (events * 1_000) / (performance.now() - started);
  } finally {
    await client.dispose();
  }
}

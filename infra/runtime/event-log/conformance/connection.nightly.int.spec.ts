/** Many calls share one connection and must not affect each other. */
import { END, NO_STREAM } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  collect,
  connectClient,
  failureOf,
  Listener,
  newStream,
  numbered,
  numberedFrom,
  numberOf,
  numbersIn,
  POLL,
  range,
  readFailure,
  type ConnectedClient,
} from '../testing.ts';

let connected: ConnectedClient;
let long: string;
beforeAll(async () => {
  connected = await connectClient();
  long = newStream('long');
  for (const first of range(0, 4)) await connected.client.appendToStream(long, numberedFrom(1_000 * first, 1_000));
});
afterAll(() => connected.stop());

test('a refused call does not affect the others on its connection', async () => {
  const stream = newStream();
  const subscription = connected.client.subscribeToStream(stream);
  const listener = new Listener(subscription);
  await listener.until('caught up');
  const missing = newStream();
  expect(await readFailure(connected.client, missing)).toMatchObject({ type: 'stream-not-found' });
  expect(await failureOf(connected.client.deleteStream(missing))).toMatchObject({ type: 'wrong-expected-version' });
  expect(await failureOf(connected.client.tombstoneStream(missing, { expectedRevision: 3n }))).toMatchObject({
    type: 'wrong-expected-version',
  });
  expect(
    await failureOf(connected.client.appendToStream(missing, [numbered(0)], { expectedRevision: 3n })),
  ).toMatchObject({ type: 'wrong-expected-version' });
  await connected.client.appendToStream(stream, [numbered(1)], { expectedRevision: NO_STREAM });
  await listener.until(1);
  expect(listener.failure).toBeUndefined();
  await subscription.unsubscribe();
});

describe('a read may be ended early', () => {
  const afterwards = async (): Promise<void> => {
    expect(await numbersIn(connected.client, long, { maxCount: 3 })).toEqual([0, 1, 2]);
    const stream = newStream();
    expect(await connected.client.appendToStream(stream, [numbered(0)], { expectedRevision: NO_STREAM })).toMatchObject(
      { success: true },
    );
    expect(await numbersIn(connected.client, stream)).toEqual([0]);
  };

  test('by leaving its loop', async () => {
    const seen: number[] = [];
    for await (const event of connected.client.readStream(long)) {
      seen.push(numberOf(event));
      if (seen.length === 3) break;
    }
    expect(seen).toEqual([0, 1, 2]);
    await afterwards();
  });

  test('by cancelling it', async () => {
    const reading = connected.client.readStream(long);
    let count = 0;
    reading.on('data', () => {
      count += 1;
      if (count === 10) void reading.cancel();
    });
    await expect.poll(() => count, POLL).toBeGreaterThanOrEqual(10);
    await afterwards();
    reading.destroy();
  });

  test('by many at once, of streams and of the whole log', async () => {
    await Promise.all(
      range(0, 30).map(async (index) => {
        for await (const event of index % 2 === 0 ? connected.client.readStream(long) : connected.client.readAll()) {
          expect(event.event).toBeDefined();
          break;
        }
      }),
    );
    await afterwards();
  });
});

test('dispose ends the subscriptions without an error, and the client can be used again', async () => {
  const client = connected.connect();
  const stream = newStream();
  await client.appendToStream(stream, numberedFrom(0, 2));
  const listeners = [
    client.subscribeToStream(stream),
    client.subscribeToStream(newStream()),
    client.subscribeToAll({ fromPosition: END }),
    client.subscribeToAll({ fromPosition: END }),
  ].map((subscription) => new Listener(subscription));
  await Promise.all(listeners.map((listener) => listener.until('caught up')));
  await client.appendToStream(stream, [numbered(2)]);
  await listeners[0]!.until(2);
  await client.dispose();
  await Promise.all(listeners.map((listener) => listener.until('ended')));
  expect(listeners.map((listener) => listener.failure)).toEqual([undefined, undefined, undefined, undefined]);
  expect(await client.appendToStream(stream, [numbered(3)], { expectedRevision: 2n })).toMatchObject({
    nextExpectedRevision: 3n,
  });
  expect(await numbersIn(client, stream)).toEqual([0, 1, 2, 3]);
});

test('a client reads at once what another client has written', async () => {
  const [one, another] = [connected.connect(), connected.connect()];
  const stream = newStream();
  for (const number of range(0, 20)) {
    await (number % 2 === 0 ? one : another).appendToStream(stream, [numbered(number)], {
      expectedRevision: number === 0 ? NO_STREAM : BigInt(number - 1),
    });
    expect(await numbersIn(number % 2 === 0 ? another : one, stream)).toEqual(range(0, number + 1));
  }
});

describe('credentials are accepted', () => {
  test('of a call', async () => {
    const { credentials } = connected;
    const stream = newStream();
    await connected.client.appendToStream(stream, numberedFrom(0, 2), { credentials });
    expect(await numbersIn(connected.client, stream, { credentials })).toEqual([0, 1]);
    expect(await collect(connected.client.readAll({ maxCount: 1, credentials }))).toHaveLength(1);
    await connected.client.setStreamMetadata(stream, { maxCount: 1 }, { credentials });
    expect(await connected.client.getStreamMetadata(stream, { credentials })).toMatchObject({
      metadata: { maxCount: 1 },
    });
    const subscription = connected.client.subscribeToStream(stream, { credentials });
    await new Listener(subscription).until(1);
    await subscription.unsubscribe();
    await connected.client.deleteStream(stream, { credentials });
    await connected.client.tombstoneStream(stream, { credentials });
  });

  test('of the address', async () => {
    const client = connected.connect({}, connected.credentials);
    const stream = newStream();
    await client.appendToStream(stream, numberedFrom(0, 2));
    expect(await numbersIn(client, stream)).toEqual([0, 1]);
    await client.deleteStream(stream);
  });
});

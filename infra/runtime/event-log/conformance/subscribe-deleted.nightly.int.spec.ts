/** Subscriptions whose stream is deleted or tombstoned. */
import { END, NO_STREAM, START, StreamDeletedError, type ReadRevision } from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import {
  clientOfTests,
  failureOf,
  Listener,
  newStream,
  numbered,
  numberedFrom,
  POLL,
  streamOf,
  take,
} from '../testing.ts';

const connected = clientOfTests();

async function untilFailed(listener: Listener): Promise<void> {
  await expect.poll(() => listener.failure, POLL).toBeInstanceOf(StreamDeletedError);
}

describe('a tombstoned stream', () => {
  test.each<[string, ReadRevision]>([
    ['from the start', START],
    ['after a revision', 1n],
    ['at the end', END],
  ])('cannot be subscribed to %s', async (_, fromRevision) => {
    const stream = await streamOf(connected.client, 3);
    await connected.client.tombstoneStream(stream);
    const listener = new Listener(connected.client.subscribeToStream(stream, { fromRevision }));
    await untilFailed(listener);
    expect(listener.failure).toMatchObject({ type: 'stream-deleted', streamName: stream });
    expect(listener.events).toEqual([]);
  });

  test('fails the iteration of a subscriber', async () => {
    const stream = await streamOf(connected.client, 3);
    await connected.client.tombstoneStream(stream);
    expect(await failureOf(take(connected.client.subscribeToStream(stream), 1))).toBeInstanceOf(StreamDeletedError);
  });

  test('does not affect the connection', async () => {
    const [stream, another] = [await streamOf(connected.client, 1), await streamOf(connected.client, 1)];
    await connected.client.tombstoneStream(stream);
    const other = new Listener(connected.client.subscribeToStream(another));
    await untilFailed(new Listener(connected.client.subscribeToStream(stream)));
    await connected.client.appendToStream(another, [numbered(1)]);
    await other.until(1);
    expect(other.failure).toBeUndefined();
  });
});

describe('a stream that is tombstoned', () => {
  test.each<[string, number, ReadRevision, number[]]>([
    ['from the start', 2, START, [0, 1, 2]],
    ['after a revision', 2, 0n, [1, 2]],
    ['at the end', 2, END, [2]],
  ])('ends its live subscriptions: %s', async (_, count, fromRevision, numbers) => {
    const stream = await streamOf(connected.client, count);
    const listener = new Listener(connected.client.subscribeToStream(stream, { fromRevision }));
    await listener.until('caught up');
    await connected.client.appendToStream(stream, [numbered(2)]);
    await connected.client.tombstoneStream(stream);
    await untilFailed(listener);
    expect(listener.failure).toMatchObject({ streamName: stream });
    expect(listener.numbers).toEqual(numbers);
  });

  test('ends subscriptions that waited for its first event', async () => {
    const stream = newStream();
    const listener = new Listener(connected.client.subscribeToStream(stream));
    await listener.until('caught up');
    await connected.client.tombstoneStream(stream);
    await untilFailed(listener);
  });
});

describe('a deleted stream', () => {
  test.each<[string, ReadRevision]>([
    ['from the start', START],
    ['at the end', END],
    ['after its last revision', 2n],
    ['after a revision before', 0n],
  ])('is subscribed to like one that is not there yet: %s', async (_, fromRevision) => {
    const stream = await streamOf(connected.client, 3);
    await connected.client.deleteStream(stream);
    const subscription = connected.client.subscribeToStream(stream, { fromRevision });
    const listener = new Listener(subscription);
    await listener.until('caught up');
    await connected.client.appendToStream(stream, numberedFrom(10, 2), { expectedRevision: NO_STREAM });
    await connected.client.appendToStream(stream, [numbered(12)]);
    await listener.until(12);
    expect(listener.messages).toEqual(['confirmed', 'caught up', 10, 11, 12]);
    expect(listener.events.map(({ event }) => event?.revision)).toEqual([3n, 4n, 5n]);
    await subscription.unsubscribe();
  });

  test('that is recreated is subscribed to from its new events on', async () => {
    const stream = await streamOf(connected.client, 3);
    await connected.client.deleteStream(stream);
    await connected.client.appendToStream(stream, numberedFrom(10, 2), { expectedRevision: NO_STREAM });
    await expect.poll(() => failureOf(take(connected.client.subscribeToStream(stream), 2)), POLL).toBeUndefined();
    const subscription = connected.client.subscribeToStream(stream);
    const listener = new Listener(subscription);
    await listener.until('caught up');
    expect(listener.numbers).toEqual([10, 11]);
    await subscription.unsubscribe();
  });
});

test('live subscriptions continue without notice when their stream is deleted and recreated', async () => {
  const stream = await streamOf(connected.client, 2);
  const subscription = connected.client.subscribeToStream(stream);
  const listener = new Listener(subscription);
  await listener.until('caught up');
  await connected.client.deleteStream(stream);
  await connected.client.appendToStream(stream, numberedFrom(10, 2));
  await listener.until(11);
  expect(listener.messages).toEqual(['confirmed', 0, 1, 'caught up', 10, 11]);
  expect(listener.failure).toBeUndefined();
  await subscription.unsubscribe();
});

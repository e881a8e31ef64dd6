/**
 * The events that metadata hide from reads of a stream: all but the newest ($maxCount), the old ones ($maxAge), and
 * those before a revision ($tb).
 */
import { BACKWARDS, END, NO_STREAM, type StreamMetadata } from '@eventstore/db-client';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  caughtUp,
  collect,
  clientOfTests,
  Listener,
  newStream,
  numbered,
  numberedFrom,
  numberOf,
  numbersBackwards,
  numbersIn,
  POLL,
  positionNow,
  range,
  take,
} from '../testing.ts';

const connected = clientOfTests();

async function streamOf(count: number, metadata: StreamMetadata): Promise<string> {
  const stream = newStream();
  await connected.client.appendToStream(stream, numberedFrom(0, count), { expectedRevision: NO_STREAM });
  await connected.client.setStreamMetadata(stream, metadata);
  return stream;
}

describe.each<[string, StreamMetadata]>([
  ['a number of events', { maxCount: 4 }],
  ['the events from a revision on', { truncateBefore: 6 }],
  ['a number of events and a revision, the former stricter', { maxCount: 4, truncateBefore: 2 }],
  ['a number of events and a revision, the latter stricter', { maxCount: 9, truncateBefore: 6 }],
  ['a number of events and an age', { maxCount: 4, maxAge: 3_600 }],
])('a stream of which is kept %s', (_, metadata) => {
  let stream: string;
  beforeAll(async () => void (stream = await streamOf(10, metadata)));

  test('is read from there on', async () => {
    expect(await numbersIn(connected.client, stream)).toEqual([6, 7, 8, 9]);
    expect((await collect(connected.client.readStream(stream))).map(({ event }) => event?.revision)).toEqual([
      6n,
      7n,
      8n,
      9n,
    ]);
  });

  test('counts only visible events', async () => {
    expect(await numbersIn(connected.client, stream, { maxCount: 2 })).toEqual([6, 7]);
    expect(await numbersIn(connected.client, stream, { fromRevision: 3n, maxCount: 2 })).toEqual([6, 7]);
    expect(await numbersIn(connected.client, stream, { fromRevision: 3n, maxCount: 5 })).toEqual([6, 7, 8, 9]);
    expect(await numbersIn(connected.client, stream, { fromRevision: 8n, maxCount: 5 })).toEqual([8, 9]);
    expect(await numbersIn(connected.client, stream, { fromRevision: 10n })).toEqual([]);
  });

  test('is read backwards down to there', async () => {
    expect(await numbersBackwards(connected.client, stream)).toEqual([9, 8, 7, 6]);
    expect(await numbersBackwards(connected.client, stream, { maxCount: 3 })).toEqual([9, 8, 7]);
    expect(await numbersIn(connected.client, stream, { direction: BACKWARDS, fromRevision: 7n })).toEqual([7, 6]);
    expect(await numbersIn(connected.client, stream, { direction: BACKWARDS, fromRevision: 5n })).toEqual([]);
  });

  test('is given to subscribers from there on', async () => {
    const [fromStart, fromRevision] = [
      connected.client.subscribeToStream(stream),
      connected.client.subscribeToStream(stream, { fromRevision: 2n }),
    ];
    expect((await take(fromStart, 4)).map(numberOf)).toEqual([6, 7, 8, 9]);
    expect((await take(fromRevision, 4)).map(numberOf)).toEqual([6, 7, 8, 9]);
    await Promise.all([fromStart.unsubscribe(), fromRevision.unsubscribe()]);
  });
});

test('a limit applies as the stream grows', async () => {
  const stream = await streamOf(2, { maxCount: 3 });
  for (const number of range(2, 6)) {
    expect(
      await connected.client.appendToStream(stream, [numbered(number)], { expectedRevision: BigInt(number - 1) }),
    ).toMatchObject({ nextExpectedRevision: BigInt(number) });
    expect(await numbersIn(connected.client, stream)).toEqual(range(Math.max(0, number - 2), Math.min(3, number + 1)));
  }
});

test('a later limit hides events, and its removal shows them again', async () => {
  const stream = await streamOf(6, { maxCount: 2 });
  expect(await numbersIn(connected.client, stream)).toEqual([4, 5]);
  await connected.client.setStreamMetadata(stream, { maxCount: 4 });
  expect(await numbersIn(connected.client, stream)).toEqual([2, 3, 4, 5]);
  await connected.client.setStreamMetadata(stream, { truncateBefore: 5 });
  expect(await numbersIn(connected.client, stream)).toEqual([5]);
  await connected.client.setStreamMetadata(stream, { note: 'no limit' });
  expect(await numbersIn(connected.client, stream)).toEqual(range(0, 6));
});

test.each<[string, StreamMetadata]>([
  ['zero events', { maxCount: 0 }],
  ['a negative number of events', { maxCount: -3 }],
  ['an age of zero', { maxAge: 0 }],
  ['a negative revision', { truncateBefore: -1 }],
  ['a revision that hides nothing', { truncateBefore: 0 }],
  ['more events than there are', { maxCount: 100 }],
  ['metadata without a limit', { cacheControl: 10, acl: { readRoles: ['$all'] }, note: 'mine' }],
])('hidden is nothing by %s', async (_, metadata) => {
  expect(await numbersIn(connected.client, await streamOf(3, metadata))).toEqual([0, 1, 2]);
});

test('a stream with only hidden events exists and continues at its revision', async () => {
  const stream = await streamOf(3, { truncateBefore: 100 });
  expect(await numbersIn(connected.client, stream)).toEqual([]);
  expect(await numbersBackwards(connected.client, stream)).toEqual([]);
  expect(await connected.client.appendToStream(stream, [numbered(3)], { expectedRevision: 2n })).toMatchObject({
    nextExpectedRevision: 3n,
  });
  await connected.client.setStreamMetadata(stream, { truncateBefore: 3 });
  expect(await numbersIn(connected.client, stream)).toEqual([3]);
});

test('events beyond their age are hidden', async () => {
  const stream = await streamOf(3, { maxAge: 1 });
  await expect.poll(() => numbersIn(connected.client, stream), POLL).toEqual([]);
  expect(await numbersBackwards(connected.client, stream)).toEqual([]);
  expect(await connected.client.appendToStream(stream, [numbered(3)], { expectedRevision: 2n })).toMatchObject({
    nextExpectedRevision: 3n,
  });
  await expect.poll(() => numbersIn(connected.client, stream, { fromRevision: 3n }), POLL).toEqual([]);
});

test('events within their age are not', async () => {
  const stream = await streamOf(3, { maxAge: 3_600 });
  expect(await numbersIn(connected.client, stream)).toEqual([0, 1, 2]);
  expect(await numbersBackwards(connected.client, stream, { maxCount: 1 })).toEqual([2]);
});

test('the whole log hides no events', async () => {
  const position = await positionNow(connected.client);
  const stream = await streamOf(5, { maxCount: 1 });
  const found = (await collect(connected.client.readAll({ fromPosition: position }))).filter(
    ({ event }) => event?.streamId === stream,
  );
  expect(found.map(numberOf)).toEqual(range(0, 5));
});

test('a live subscriber gets every event, also those that later reads hide', async () => {
  const stream = await streamOf(1, { maxCount: 1 });
  const subscription = connected.client.subscribeToStream(stream, { fromRevision: END });
  const listener = new Listener(subscription);
  await listener.until('caught up');
  await connected.client.appendToStream(stream, numberedFrom(1, 3), { expectedRevision: 0n });
  await connected.client.setStreamMetadata(stream, { truncateBefore: 50 });
  await connected.client.appendToStream(stream, [numbered(4)], { expectedRevision: 3n });
  await listener.until(4);
  expect(listener.numbers).toEqual([1, 2, 3, 4]);
  await subscription.unsubscribe();
});

test('a subscriber to a stream with only hidden events waits for new ones', async () => {
  const stream = await streamOf(3, { truncateBefore: 4 });
  const subscription = connected.client.subscribeToStream(stream);
  const waiting = take(subscription, 2);
  await caughtUp(subscription);
  await connected.client.appendToStream(stream, numberedFrom(3, 2), { expectedRevision: 2n });
  expect((await waiting).map(numberOf)).toEqual([3, 4]);
  await subscription.unsubscribe();
});

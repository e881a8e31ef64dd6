/** Subscriptions to the whole log, of which others have their part. */
import {
  END,
  START,
  streamNameFilter,
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
} from '@eventstore/db-client';
import { expect, test } from 'vitest';
import {
  caughtUp,
  collect,
  clientOfTests,
  Listener,
  newPrefix,
  newStream,
  numbered,
  numberedFrom,
  numberOf,
  POLL,
  positionNow,
  positionOf,
  range,
  take,
} from '../testing.ts';

const connected = clientOfTests();

/** The events of these streams, until there are `count`. */
async function takeOf(
  streams: readonly string[],
  subscription: AllStreamSubscription,
  count: number,
): Promise<AllStreamResolvedEvent[]> {
  const taken: AllStreamResolvedEvent[] = [];
  for await (const resolved of subscription) {
    if (streams.includes(resolved.event?.streamId ?? '')) taken.push(resolved);
    if (taken.length === count) break;
  }
  return taken;
}

test('a subscription from the start begins where the log begins', async () => {
  await connected.client.appendToStream(newStream(), numberedFrom(0, 5));
  const first = await collect(connected.client.readAll({ maxCount: 5 }));
  for (const options of [{}, { fromPosition: START }] as const) {
    const subscription = connected.client.subscribeToAll(options);
    expect((await take(subscription, 5)).map(({ event }) => event)).toEqual(first.map(({ event }) => event));
    await subscription.unsubscribe();
  }
});

test('a subscription gives the events after its position and then new events, in order', async () => {
  const streams = [newStream(), newStream()];
  const position = await positionNow(connected.client);
  await connected.client.appendToStream(streams[0]!, numberedFrom(0, 3));
  await connected.client.appendToStream(streams[1]!, numberedFrom(3, 3));
  const subscription = connected.client.subscribeToAll({ fromPosition: position });
  const waiting = takeOf(streams, subscription, 8);
  await caughtUp(subscription);
  await connected.client.appendToStream(streams[1]!, [numbered(6)]);
  await connected.client.appendToStream(streams[0]!, [numbered(7)]);
  const seen = await waiting;
  expect(seen.map(numberOf)).toEqual(range(0, 8));
  const positions = seen.map(({ event }) => event?.position.commit ?? 0n);
  expect(positions.every((position, index) => index === 0 || position > positions[index - 1]!)).toBe(true);
  const read = (await collect(connected.client.readAll({ fromPosition: position }))).filter(({ event }) =>
    streams.includes(event?.streamId ?? ''),
  );
  expect(seen.map(({ event }) => event)).toEqual(read.map(({ event }) => event));
});

test('the event at the position is not given again', async () => {
  const stream = newStream();
  const first = positionOf(await connected.client.appendToStream(stream, [numbered(0)]));
  await connected.client.appendToStream(stream, [numbered(1)]);
  const subscription = connected.client.subscribeToAll({ fromPosition: first });
  expect((await takeOf([stream], subscription, 1)).map(numberOf)).toEqual([1]);
});

test('a subscription is confirmed, has an id and reports once that it has caught up', async () => {
  const prefix = newPrefix('confirmed');
  const position = await positionNow(connected.client);
  await connected.client.appendToStream(`${prefix}-1`, numberedFrom(0, 3));
  const subscription = connected.client.subscribeToAll({
    fromPosition: position,
    filter: streamNameFilter({ prefixes: [prefix] }),
  });
  const listener = new Listener(subscription);
  await listener.until('caught up');
  await connected.client.appendToStream(`${prefix}-2`, numberedFrom(3, 2));
  await listener.until(4);
  expect(listener.messages).toEqual(['confirmed', 0, 1, 2, 'caught up', 3, 4]);
  expect(subscription.id).toMatch(/\S/);
  await subscription.unsubscribe();
  await listener.until('ended');
  expect(listener.failure).toBeUndefined();
});

test('a subscription at the end gives only new events', async () => {
  const stream = newStream();
  await connected.client.appendToStream(stream, [numbered(1)]);
  const subscription = connected.client.subscribeToAll({ fromPosition: END });
  const listener = new Listener(subscription);
  await listener.until('caught up');
  await connected.client.appendToStream(stream, numberedFrom(2, 3));
  const ours = (): number[] => listener.events.filter(({ event }) => event?.streamId === stream).map(numberOf);
  await expect.poll(() => ours().length, POLL).toBeGreaterThanOrEqual(3);
  expect(ours()).toEqual([2, 3, 4]);
  await subscription.unsubscribe();
});

test('a subscription from the last position gives only new events', async () => {
  const prefix = newPrefix('last');
  await connected.client.appendToStream(`${prefix}-1`, [numbered(1)]);
  const subscription = connected.client.subscribeToAll({
    fromPosition: await positionNow(connected.client),
    filter: streamNameFilter({ prefixes: [prefix] }),
  });
  const listener = new Listener(subscription);
  await listener.until('caught up');
  await connected.client.appendToStream(`${prefix}-1`, [numbered(2)]);
  await listener.until(2);
  expect(listener.numbers).toEqual([2]);
  await subscription.unsubscribe();
});

test('a subscription that resumes at its last position gives each event once', async () => {
  const prefix = newPrefix('resumed');
  const filter = streamNameFilter({ prefixes: [`${prefix}-`] });
  let position = await positionNow(connected.client);
  for (const number of range(0, 6)) await connected.client.appendToStream(`${prefix}-${number}`, [numbered(number)]);
  const seen: number[] = [];
  for (const count of [1, 3, 2]) {
    const subscription = connected.client.subscribeToAll({ filter, fromPosition: position });
    const taken = (await take(subscription, count)) as AllStreamResolvedEvent[];
    seen.push(...taken.map(numberOf));
    position = taken.at(-1)?.event?.position ?? position;
    await subscription.unsubscribe();
  }
  expect(seen).toEqual(range(0, 6));
});

test('a subscription gives each event once while the log grows', async () => {
  const streams = range(0, 5).map(() => newStream());
  const position = await positionNow(connected.client);
  const writing = Promise.all(
    streams.map(async (stream) => {
      for (const number of range(0, 60)) await connected.client.appendToStream(stream, [numbered(number)]);
    }),
  );
  const seen = await takeOf(streams, connected.client.subscribeToAll({ fromPosition: position }), 300);
  await writing;
  for (const stream of streams)
    expect(seen.filter(({ event }) => event?.streamId === stream).map(numberOf)).toEqual(range(0, 60));
});

test('a subscription gives metadata, deletions and tombstones', async () => {
  const stream = newStream();
  const subscription = connected.client.subscribeToAll({ fromPosition: await positionNow(connected.client) });
  const waiting = takeOf([stream, `$$${stream}`], subscription, 4);
  await connected.client.appendToStream(stream, [numbered(0)]);
  await connected.client.setStreamMetadata(stream, { maxCount: 9 });
  await connected.client.deleteStream(stream);
  await connected.client.tombstoneStream(stream);
  expect((await waiting).map(({ event }) => [event?.streamId, event?.type])).toEqual([
    [stream, 'Numbered'],
    [`$$${stream}`, '$metadata'],
    [`$$${stream}`, '$metadata'],
    [stream, '$streamDeleted'],
  ]);
});

test('twenty live subscribers see the same events in the same order', async () => {
  const prefix = newPrefix('shared');
  const filter = streamNameFilter({ prefixes: [`${prefix}-`] });
  const subscriptions = range(0, 20).map(() => connected.client.subscribeToAll({ filter, fromPosition: END }));
  const waiting = subscriptions.map((subscription) => take(subscription, 100));
  await Promise.all(subscriptions.map(caughtUp));
  await Promise.all(
    range(0, 100).map((number) => connected.client.appendToStream(`${prefix}-${number % 7}`, [numbered(number)])),
  );
  const seen = (await Promise.all(waiting)).map((events) => events.map(numberOf).join());
  expect(new Set(seen).size).toBe(1);
  await Promise.all(subscriptions.map((subscription) => subscription.unsubscribe()));
});

test('a slow subscriber gets every one of thousands of events', async () => {
  const stream = newStream('many');
  // Only its own events: those of other specs could fill its buffer before it has caught up.
  const subscription = connected.client.subscribeToAll({
    fromPosition: await positionNow(connected.client),
    filter: streamNameFilter({ prefixes: [stream] }),
  });
  await caughtUp(subscription);
  for (const first of range(0, 12).map((batch) => 500 * batch))
    await connected.client.appendToStream(stream, numberedFrom(first, 500));
  expect((await takeOf([stream], subscription, 6_000)).map(numberOf)).toEqual(range(0, 6_000));
});

import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import { END, NO_STREAM, START, type ReadRevision, type ResolvedEvent } from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import {
  caughtUp,
  collect,
  clientOfTests,
  Listener,
  newStream,
  numbered,
  numberedFrom,
  numberOf,
  optionsOf,
  POLL,
  range,
  take,
} from '../testing.ts';

const connected = clientOfTests();

async function streamOf(count: number): Promise<string> {
  const stream = newStream();
  await connected.client.appendToStream(stream, numberedFrom(0, count), { expectedRevision: NO_STREAM });
  return stream;
}

test.each<[string, ReadRevision | undefined, number[]]>([
  ['from the beginning by default', undefined, [0, 1, 2, 3]],
  ['from the start', START, [0, 1, 2, 3]],
  ['after the revision that it names', 1n, [2, 3]],
  ['after the first revision', 0n, [1, 2, 3]],
  ['after the last revision', 3n, []],
  ['at the end', END, []],
])(
  'a subscription begins %s, says when it has caught up, and goes on with what comes',
  async (_, fromRevision, there) => {
    const stream = await streamOf(4);
    const subscription = connected.client.subscribeToStream(stream, fromRevision === undefined ? {} : { fromRevision });
    const listener = new Listener(subscription);
    await listener.until('caught up');
    expect(listener.messages).toEqual(['confirmed', ...there, 'caught up']);
    await connected.client.appendToStream(newStream(), [numbered(99)]);
    await connected.client.appendToStream(stream, numberedFrom(4, 2), { expectedRevision: 3n });
    await connected.client.appendToStream(stream, [numbered(6)], { expectedRevision: 5n });
    await listener.until(6);
    expect(listener.messages).toEqual(['confirmed', ...there, 'caught up', 4, 5, 6]);
    await subscription.unsubscribe();
    await listener.until('ended');
    expect(listener.failure).toBeUndefined();
  },
);

test('a subscription has an id once it is confirmed', async () => {
  const [one, another] = [
    connected.client.subscribeToStream(newStream()),
    connected.client.subscribeToStream(newStream()),
  ];
  await Promise.all([one, another].map((subscription) => new Listener(subscription).until('confirmed')));
  expect(one.id).toMatch(/\S/);
  expect(one.id).not.toBe(another.id);
  await Promise.all([one.unsubscribe(), another.unsubscribe()]);
});

describe('a stream that does not exist yet', () => {
  test.each<[string, ReadRevision]>([
    ['from the start', START],
    ['at the end', END],
  ])('may be subscribed to %s', async (_, fromRevision) => {
    const stream = newStream();
    const subscription = connected.client.subscribeToStream(stream, { fromRevision });
    const listener = new Listener(subscription);
    await listener.until('caught up');
    await connected.client.appendToStream(stream, numberedFrom(7, 2), { expectedRevision: NO_STREAM });
    await listener.until(8);
    expect(listener.messages).toEqual(['confirmed', 'caught up', 7, 8]);
    await subscription.unsubscribe();
  });

  test('may be subscribed to after a later revision', async () => {
    const stream = newStream();
    const subscription = connected.client.subscribeToStream(stream, { fromRevision: 2n });
    const listener = new Listener(subscription);
    await listener.until('caught up');
    await connected.client.appendToStream(stream, numberedFrom(0, 5), { expectedRevision: NO_STREAM });
    await listener.until(4);
    expect(listener.numbers).toEqual([3, 4]);
    await subscription.unsubscribe();
  });
});

test('a subscription after a revision beyond the end waits for later events', async () => {
  const stream = await streamOf(3);
  const subscription = connected.client.subscribeToStream(stream, { fromRevision: 4n });
  const listener = new Listener(subscription);
  await listener.until('caught up');
  await connected.client.appendToStream(stream, numberedFrom(3, 4), { expectedRevision: 2n });
  await listener.until(6);
  expect(listener.numbers).toEqual([5, 6]);
  await subscription.unsubscribe();
});

test('a subscription gives the same events as reads', async () => {
  const stream = await streamOf(3);
  const subscription = connected.client.subscribeToStream(stream);
  const waiting = take(subscription, 5);
  await caughtUp(subscription);
  await connected.client.appendToStream(stream, numberedFrom(3, 2));
  const read = await collect(connected.client.readStream(stream));
  expect((await waiting).map(({ event }) => event)).toEqual(read.map(({ event }) => event));
  await subscription.unsubscribe();
});

test('a subscription gives each event once while the stream grows', async () => {
  const stream = await streamOf(1);
  const writing = (async () => {
    for (const number of range(1, 200))
      await connected.client.appendToStream(stream, [numbered(number)], { expectedRevision: BigInt(number - 1) });
  })();
  const subscriptions = range(0, 5).map(() => connected.client.subscribeToStream(stream));
  for (const subscription of subscriptions)
    expect((await take(subscription, 201)).map(numberOf)).toEqual(range(0, 201));
  await writing;
  await Promise.all(subscriptions.map((subscription) => subscription.unsubscribe()));
});

test('a subscription that resumes at its last revision misses no event', async () => {
  const stream = await streamOf(10);
  const seen: number[] = [];
  for (let revision: bigint | undefined; seen.length < 20;) {
    const subscription = connected.client.subscribeToStream(
      stream,
      revision === undefined ? {} : { fromRevision: revision },
    );
    const waiting = take(subscription, 4);
    if (seen.length >= 8) await connected.client.appendToStream(stream, numberedFrom(seen.length + 2, 4));
    for (const resolved of await waiting) {
      seen.push(numberOf(resolved));
      revision = resolved.event?.revision;
    }
    await subscription.unsubscribe();
  }
  expect(seen).toEqual(range(0, 20));
});

test('an ended subscription gets no more events', async () => {
  const stream = await streamOf(2);
  const subscription = connected.client.subscribeToStream(stream);
  const listener = new Listener(subscription);
  await listener.until('caught up');
  await subscription.unsubscribe();
  await listener.until('ended');
  await connected.client.appendToStream(stream, [numbered(2)]);
  const another = connected.client.subscribeToStream(stream);
  expect((await take(another, 3)).map(numberOf)).toEqual([0, 1, 2]);
  expect(listener.messages).toEqual(['confirmed', 0, 1, 'caught up', 'ended']);
  await another.unsubscribe();
});

describe('a subscription is a Node stream', () => {
  test('that can be iterated up to an event', async () => {
    const stream = await streamOf(9);
    const seen: number[] = [];
    for await (const event of connected.client.subscribeToStream(stream)) {
      seen.push(numberOf(event));
      if (seen.length === 9) break;
    }
    expect(seen).toEqual(range(0, 9));
  });

  test('that waits for its consumer', async () => {
    const stream = newStream();
    const subscription = connected.client.subscribeToStream(stream);
    await connected.client.appendToStream(stream, numberedFrom(0, 100));
    const seen: number[] = [];
    for await (const event of subscription) {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(numberOf(event));
      if (seen.length === 100) break;
    }
    expect(seen).toEqual(range(0, 100));
  });

  test('that can be the source of a pipeline, whose end unsubscribes', async () => {
    const stream = await streamOf(9);
    const subscription = connected.client.subscribeToStream(stream);
    const ids: (string | undefined)[] = [];
    const sink = new Writable({
      objectMode: true,
      write({ event }: ResolvedEvent, _, done) {
        ids.push(event?.id);
        if (ids.length === 9) void subscription.unsubscribe().then(() => done());
        else done();
      },
    });
    await pipeline(subscription, sink);
    expect(ids).toEqual((await collect(connected.client.readStream(stream))).map(({ event }) => event?.id));
  });
});

test('dozens of subscriptions begin and end between single appends', async () => {
  for (const round of range(0, 30)) {
    const stream = newStream();
    await connected.client.appendToStream(stream, numberedFrom(0, 3), {
      expectedRevision: NO_STREAM,
      ...optionsOf('single', connected),
    });
    const subscription = connected.client.subscribeToStream(stream, { fromRevision: START });
    const listener = new Listener(subscription);
    await listener.until(2);
    await connected.client.appendToStream(stream, numberedFrom(3, 7), {
      expectedRevision: 2n,
      ...optionsOf('single', connected),
    });
    await listener.until(9);
    expect(listener.numbers, `round ${round}`).toEqual(range(0, 10));
    await subscription.unsubscribe();
    expect(listener.failure).toBeUndefined();
  }
});

test('a slow subscriber gets thousands of events and delays no writer', async () => {
  const stream = newStream('many');
  const subscription = connected.client.subscribeToStream(stream);
  await caughtUp(subscription);
  // The subscriber does not read yet: its connection fills up while the log grows.
  for (const first of range(0, 24).map((batch) => 500 * batch))
    await connected.client.appendToStream(stream, numberedFrom(first, 500), {
      expectedRevision: first === 0 ? NO_STREAM : BigInt(first - 1),
    });
  expect((await collect(connected.client.readStream(stream, { fromRevision: 11_999n }))).map(numberOf)).toEqual([
    11_999,
  ]);
  expect((await take(subscription, 12_000)).map(numberOf)).toEqual(range(0, 12_000));
  await subscription.unsubscribe();
});

test('each of many subscribers gets its own stream', async () => {
  const streams = range(0, 30).map(() => newStream());
  const listeners = streams.map((stream) => new Listener(connected.client.subscribeToStream(stream)));
  await Promise.all(listeners.map((listener) => listener.until('caught up')));
  await Promise.all(
    streams.map((stream, index) => connected.client.appendToStream(stream, numberedFrom(10 * index, 3))),
  );
  await expect
    .poll(() => listeners.map((listener) => listener.numbers), POLL)
    .toEqual(range(0, 30).map((index) => range(10 * index, 3)));
});

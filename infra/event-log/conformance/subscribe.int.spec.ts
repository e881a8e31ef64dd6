import { END, eventTypeFilter, jsonEvent, NO_STREAM, streamNameFilter, type Position } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp, collect, connectClient, newStream, numbered, numberedFrom, numberOf, take, type ConnectedClient } from '../testing.ts';

let connected: ConnectedClient;
beforeAll(async () => void (connected = await connectClient()));
afterAll(() => connected.stop());

const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);

test('a subscription to a stream gives what is there, then what comes, once and in order', async () => {
  const stream = newStream();
  await connected.client.appendToStream(stream, numberedFrom(0, 3), { expectedRevision: NO_STREAM });
  const subscription = connected.client.subscribeToStream(stream);
  const end = caughtUp(subscription);
  expect((await take(subscription, 3)).map(numberOf)).toEqual([0, 1, 2]);
  await end;
  await connected.client.appendToStream(newStream(), [numbered(99)]);
  await connected.client.appendToStream(stream, numberedFrom(3, 2), { expectedRevision: 2n });
  expect((await take(subscription, 2)).map(numberOf)).toEqual([3, 4]);
  await subscription.unsubscribe();
});

test('a subscription to a stream begins after the revision it names, or at the end', async () => {
  const stream = newStream();
  await connected.client.appendToStream(stream, numberedFrom(0, 3), { expectedRevision: NO_STREAM });
  const after = connected.client.subscribeToStream(stream, { fromRevision: 1n });
  const fromEnd = connected.client.subscribeToStream(stream, { fromRevision: END });
  expect((await take(after, 1)).map(numberOf)).toEqual([2]);
  const waiting = take(fromEnd, 1);
  await caughtUp(fromEnd);
  await connected.client.appendToStream(stream, [numbered(3)], { expectedRevision: 2n });
  expect((await waiting).map(numberOf)).toEqual([3]);
  await Promise.all([after.unsubscribe(), fromEnd.unsubscribe()]);
});

test('a stream may be subscribed to before it exists', async () => {
  const stream = newStream();
  const subscription = connected.client.subscribeToStream(stream);
  const waiting = take(subscription, 1);
  await caughtUp(subscription);
  await connected.client.appendToStream(stream, [numbered(7)], { expectedRevision: NO_STREAM });
  expect((await waiting).map(numberOf)).toEqual([7]);
  await subscription.unsubscribe();
});

test('a subscription to the whole log filters by the beginnings of stream names', async () => {
  const [category, another] = [newStream('first').replaceAll('-', ''), newStream('second').replaceAll('-', '')];
  const subscription = connected.client.subscribeToAll({ filter: streamNameFilter({ prefixes: [`${category}-`, `${another}-`] }) });
  const waiting = take(subscription, 4);
  await caughtUp(subscription);
  for (const [number, stream] of [`${category}-1`, 'else-1', `${another}-1`, `${category}-2`, `${category}x-1`, `${another}-2`].entries())
    await connected.client.appendToStream(newStream(stream), [numbered(number)]);
  expect((await waiting).map(numberOf)).toEqual([0, 2, 3, 5]);
  await subscription.unsubscribe();
});

test('a subscription to the whole log filters by regular expression and by event type', async () => {
  const type = newStream('Type').replaceAll('-', '');
  const stream = newStream();
  const append = (number: number, eventType: string) => connected.client.appendToStream(stream, [jsonEvent({ type: eventType, data: { number } })]);
  const byRegex = connected.client.subscribeToAll({ filter: streamNameFilter({ regex: `^${stream}$` }) });
  const byType = connected.client.subscribeToAll({ filter: eventTypeFilter({ prefixes: [type] }) });
  await append(0, `${type}A`);
  await append(1, 'Else');
  await append(2, `${type}B`);
  expect((await take(byRegex, 3)).map(numberOf)).toEqual([0, 1, 2]);
  expect((await take(byType, 2)).map(numberOf)).toEqual([0, 2]);
  await Promise.all([byRegex.unsubscribe(), byType.unsubscribe()]);
});

test('a subscription resumes after a position without missing or doubling', async () => {
  const category = newStream('resumed').replaceAll('-', '');
  for (const number of range(0, 6)) await connected.client.appendToStream(`${category}-${number}`, [numbered(number)]);
  const filter = streamNameFilter({ prefixes: [`${category}-`] });
  const first = connected.client.subscribeToAll({ filter });
  const seen = await take(first, 4);
  await first.unsubscribe();
  const position: Position | undefined = seen.at(-1)?.event?.position;
  if (!position) throw new Error('An event of the whole log has a position');
  const second = connected.client.subscribeToAll({ filter, fromPosition: position });
  expect((await take(second, 2)).map(numberOf)).toEqual([4, 5]);
  await second.unsubscribe();
});

test('a subscription at the end sees only what comes', async () => {
  const category = newStream('end').replaceAll('-', '');
  await connected.client.appendToStream(`${category}-1`, [numbered(1)]);
  const subscription = connected.client.subscribeToAll({ fromPosition: END, filter: streamNameFilter({ prefixes: [`${category}-`] }) });
  const waiting = take(subscription, 1);
  await caughtUp(subscription);
  await connected.client.appendToStream(`${category}-1`, [numbered(2)]);
  expect((await waiting).map(numberOf)).toEqual([2]);
  await subscription.unsubscribe();
});

test('a filtered subscription is told how far it has looked through events that it does not see', async () => {
  const positions: bigint[] = [];
  const subscription = connected.client.subscribeToAll({
    filter: streamNameFilter({
      prefixes: [newStream('nothing')],
      maxSearchWindow: 10,
      checkpointInterval: 1,
      checkpointReached: async (_, position) => void positions.push(position.commit),
    }),
  });
  const waiting = take(subscription, 1).catch(() => undefined);
  const stream = newStream();
  const { position } = await connected.client.appendToStream(stream, numberedFrom(0, 40));
  await expect.poll(() => positions.at(-1) ?? 0n, { timeout: 20_000 }).toBeGreaterThan((position?.commit ?? 0n) - 10n);
  expect(positions).toEqual(positions.toSorted((a, b) => Number(a - b)));
  await subscription.unsubscribe();
  subscription.destroy();
  await waiting;
});

test('a slow subscriber gets every one of thousands of events, and holds up nobody', async () => {
  const stream = newStream('many');
  const subscription = connected.client.subscribeToStream(stream);
  await caughtUp(subscription);
  // The subscriber has not begun to read: its connection fills up while the log goes on.
  for (let first = 0; first < 12_000; first += 500) await connected.client.appendToStream(stream, numberedFrom(first, 500), { expectedRevision: first === 0 ? NO_STREAM : BigInt(first - 1) });
  expect((await collect(connected.client.readStream(stream, { fromRevision: 11_999n }))).map(numberOf)).toEqual([11_999]);
  expect((await take(subscription, 12_000)).map(numberOf)).toEqual(range(0, 12_000));
  await subscription.unsubscribe();
});

test('twenty live subscribers see the same events in the same order', async () => {
  const category = newStream('shared').replaceAll('-', '');
  const filter = streamNameFilter({ prefixes: [`${category}-`] });
  const subscriptions = range(0, 20).map(() => connected.client.subscribeToAll({ filter, fromPosition: END }));
  const waiting = subscriptions.map((subscription) => take(subscription, 100));
  await Promise.all(subscriptions.map(caughtUp));
  await Promise.all(range(0, 100).map((number) => connected.client.appendToStream(`${category}-${number % 7}`, [numbered(number)])));
  const seen = (await Promise.all(waiting)).map((events) => events.map(numberOf).join());
  expect(new Set(seen).size).toBe(1);
  await Promise.all(subscriptions.map((subscription) => subscription.unsubscribe()));
});

/**
 * Checkpoints tell a subscriber with a filter how far the log has been read, so that it need not read the unwanted
 * events again: one for every `maxSearchWindow` × `checkpointInterval` events (a window has 32 by default).
 */
import {
  eventTypeFilter,
  excludeSystemEvents,
  jsonEvent,
  streamNameFilter,
  type AllStreamSubscription,
  type Position,
} from '@eventstore/db-client';
import { expect, test } from 'vitest';
import {
  collect,
  clientOfTests,
  Listener,
  newPrefix,
  newStream,
  numberedFrom,
  numberOf,
  POLL,
  positionNow,
  range,
  take,
} from '../testing.ts';

const connected = clientOfTests();

const ascends = (positions: Position[]): boolean =>
  positions.every(({ commit }, index) => index === 0 || commit > positions[index - 1]!.commit);
const isAfter = (position: Position, other: Position): boolean =>
  position.commit > other.commit || (position.commit === other.commit && position.prepare > other.prepare);
/** The number of all events from a position on. */
const countFrom = async (position: Position): Promise<number> =>
  (await collect(connected.client.readAll({ fromPosition: position }))).length;
/** The positions of events that are appended one at a time to a new stream. */
async function positionsOf(stream: string): Promise<bigint[]> {
  return (await collect(connected.client.readStream(stream))).map(({ event }) => event?.position?.commit ?? 0n);
}

/** A subscription that accepts no event, with its checkpoints. */
function looking(
  fromPosition: Position,
  window: { maxSearchWindow?: number; checkpointInterval?: number },
): { subscription: AllStreamSubscription; listener: Listener; checkpoints: Position[] } {
  const checkpoints: Position[] = [];
  const subscription = connected.client.subscribeToAll({
    fromPosition,
    filter: streamNameFilter({
      prefixes: [newPrefix('nothing')],
      ...window,
      checkpointReached: async (_, position) => void checkpoints.push(position),
    }),
  });
  return { subscription, listener: new Listener(subscription), checkpoints };
}

test('while it catches up', async () => {
  const stream = newStream();
  const position = await positionNow(connected.client);
  await connected.client.appendToStream(stream, numberedFrom(0, 100));
  const { subscription, listener, checkpoints } = looking(position, { maxSearchWindow: 10, checkpointInterval: 1 });
  await listener.until('caught up');
  const positions = await positionsOf(stream);
  expect(listener.events).toEqual([]);
  expect(checkpoints.length).toBeGreaterThanOrEqual(8);
  expect(checkpoints.length).toBeLessThanOrEqual((await countFrom(position)) / 10 + 2);
  expect(ascends(checkpoints)).toBe(true);
  expect(checkpoints[0]!.commit).toBeGreaterThanOrEqual(position.commit);
  expect(checkpoints.at(-1)!.commit).toBeGreaterThan(positions[75]!);
  expect(typeof checkpoints[0]!.prepare).toBe('bigint');
  await subscription.unsubscribe();
});

test('while events come', async () => {
  const stream = newStream();
  const position = await positionNow(connected.client);
  const { subscription, listener, checkpoints } = looking(position, { maxSearchWindow: 10, checkpointInterval: 1 });
  await listener.until('caught up');
  await connected.client.appendToStream(stream, numberedFrom(0, 40));
  const positions = await positionsOf(stream);
  // At most nine events come without a checkpoint.
  await expect.poll(() => checkpoints.at(-1)?.commit ?? 0n, POLL).toBeGreaterThanOrEqual(positions[30]!);
  expect(checkpoints.length).toBeGreaterThanOrEqual(4);
  expect(ascends(checkpoints)).toBe(true);
  expect(listener.events).toEqual([]);
  await subscription.unsubscribe();
});

test.each<[string, { maxSearchWindow?: number; checkpointInterval?: number }, number]>([
  ['a window times an interval', { maxSearchWindow: 5, checkpointInterval: 4 }, 20],
  ['the default window of 32', { checkpointInterval: 2 }, 64],
  ['the default interval of one', { maxSearchWindow: 16 }, 16],
])('as often as wanted: %s', async (_, window, every) => {
  const stream = newStream();
  const position = await positionNow(connected.client);
  const { subscription, listener, checkpoints } = looking(position, window);
  await listener.until('caught up');
  const before = checkpoints.length;
  for (const first of range(0, 10)) await connected.client.appendToStream(stream, numberedFrom(20 * first, 20));
  const positions = await positionsOf(stream);
  await expect.poll(() => checkpoints.at(-1)?.commit ?? 0n, POLL).toBeGreaterThanOrEqual(positions[200 - every]!);
  expect(checkpoints.length - before).toBeGreaterThanOrEqual(Math.floor(200 / every));
  expect(checkpoints.length - before).toBeLessThanOrEqual((await countFrom(position)) / every + 1);
  await subscription.unsubscribe();
});

test('also when the filter accepts every event', async () => {
  const stream = newStream();
  const position = await positionNow(connected.client);
  await connected.client.appendToStream(stream, numberedFrom(0, 8));
  const checkpoints: Position[] = [];
  let isReporting = false;
  const arrivedMeanwhile: unknown[] = [];
  const subscription = connected.client.subscribeToAll({
    fromPosition: position,
    filter: excludeSystemEvents({
      checkpointInterval: 2,
      checkpointReached: async (_, position) => {
        checkpoints.push(position);
        isReporting = true;
        await new Promise((resolve) => setImmediate(resolve));
        isReporting = false;
      },
    }),
  });
  const listener = new Listener(subscription);
  subscription.on('data', (event) => void (isReporting && arrivedMeanwhile.push(event)));
  await listener.until('confirmed');
  for (const first of range(0, 18)) await connected.client.appendToStream(stream, numberedFrom(8 + 20 * first, 20));
  await connected.client.appendToStream(stream, numberedFrom(368, 16));
  await listener.until(383);
  expect(listener.events.filter(({ event }) => event?.streamId === stream).map(numberOf)).toEqual(range(0, 384));
  // One of them may be the checkpoint at the end of the log.
  await expect.poll(() => checkpoints.length, POLL).toBeGreaterThanOrEqual(Math.floor(384 / 64));
  expect(checkpoints.length).toBeLessThanOrEqual((await countFrom(position)) / 64 + 2);
  expect(ascends(checkpoints)).toBe(true);
  // The next event comes after the subscriber has the checkpoint.
  expect(arrivedMeanwhile).toEqual([]);
  expect(listener.failure).toBeUndefined();
  await subscription.unsubscribe();
});

test('a subscription continues from any checkpoint without a gap or a repeated event', async () => {
  const wanted = newPrefix('Wanted');
  const filter = eventTypeFilter({ prefixes: [wanted] });
  const position = await positionNow(connected.client);
  const append = async (numbers: readonly number[]): Promise<void> => {
    for (const number of numbers)
      await connected.client.appendToStream(newStream(), [
        ...numberedFrom(1_000, 6),
        jsonEvent({ type: wanted, data: { number } }),
        ...numberedFrom(1_000, 5),
      ]);
  };
  await append(range(0, 10));
  const checkpoints: Position[] = [];
  const subscription = connected.client.subscribeToAll({
    fromPosition: position,
    filter: {
      ...filter,
      maxSearchWindow: 7,
      checkpointReached: async (_, position) => void checkpoints.push(position),
    },
  });
  const listener = new Listener(subscription);
  await listener.until('caught up');
  await append(range(10, 10));
  await expect.poll(() => listener.events.length, POLL).toBe(20);
  await subscription.unsubscribe();
  await append([20]);
  // The client emits a checkpoint before earlier events in its buffer. Only positions tell what lies after it.
  for (const checkpoint of [checkpoints[0]!, checkpoints[Math.floor(checkpoints.length / 2)]!, checkpoints.at(-1)!]) {
    const after = [...listener.events.filter(({ event }) => isAfter(event!.position!, checkpoint)).map(numberOf), 20];
    const resumed = connected.client.subscribeToAll({ fromPosition: checkpoint, filter });
    expect((await take(resumed, after.length)).map(numberOf)).toEqual(after);
    await resumed.unsubscribe();
  }
});

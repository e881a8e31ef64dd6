/** Reads of the whole log. Other writers use the log too, so each spec reads from its own position on. */
import {
  BACKWARDS,
  END,
  FORWARDS,
  NO_STREAM,
  START,
  type AllStreamResolvedEvent,
  type Position,
} from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  collect,
  connectClient,
  newStream,
  numberedFrom,
  numberOf,
  positionNow,
  range,
  type ConnectedClient,
} from '../testing.ts';

let connected: ConnectedClient;
let before: Position;
let after: Position;
const [stream, other] = [newStream(), newStream()];
const numbers = [0, 1, 2, 3, 4, 100, 101, 5, 6, 7, 8, 9];
beforeAll(async () => {
  connected = await connectClient();
  before = await positionNow(connected.client);
  await connected.client.appendToStream(stream, numberedFrom(0, 5), { expectedRevision: NO_STREAM });
  await connected.client.appendToStream(other, numberedFrom(100, 2), { expectedRevision: NO_STREAM });
  await connected.client.appendToStream(stream, numberedFrom(5, 5), { expectedRevision: 4n });
  after = await positionNow(connected.client);
});
afterAll(() => connected.stop());

const isOurs = ({ event }: AllStreamResolvedEvent): boolean => event?.streamId === stream || event?.streamId === other;
const ours = async (events: AsyncIterable<AllStreamResolvedEvent>): Promise<AllStreamResolvedEvent[]> =>
  (await collect(events)).filter(isOurs);
const commits = (events: AllStreamResolvedEvent[]): bigint[] => events.map(({ event }) => event?.position.commit ?? 0n);
const ascends = (positions: bigint[]): boolean =>
  positions.every((position, index) => index === 0 || position > positions[index - 1]!);

test('the whole log has the events of all streams in the order of their appends', async () => {
  const events = await ours(connected.client.readAll({ fromPosition: before }));
  expect(events.map(numberOf)).toEqual(numbers);
  expect(ascends(commits(events))).toBe(true);
});

test('a backward read gives the reverse order', async () => {
  expect(
    (await ours(connected.client.readAll({ direction: BACKWARDS, fromPosition: after, maxCount: 500 }))).map(numberOf),
  ).toEqual(numbers.toReversed());
});

test('an event has the same position in the whole log, in its stream and in the append result', async () => {
  const position = await positionNow(connected.client);
  const [inAll] = await collect(connected.client.readAll({ fromPosition: position, maxCount: 1 }));
  const [inStream] = await collect(connected.client.readStream(inAll?.event?.streamId ?? ''));
  expect(inAll?.event?.position.commit).toBe(position.commit);
  expect(inStream?.event?.position?.commit).toBe(position.commit);
  expect(inAll?.event).toMatchObject({
    id: inStream?.event?.id,
    revision: 0n,
    created: inStream?.event?.created,
    data: { number: -1 },
    metadata: { from: 'spec' },
  });
});

test('a forward read begins with the event at the position', async () => {
  const all = await ours(connected.client.readAll({ fromPosition: before }));
  const middle = all[5]!.event!.position;
  expect((await ours(connected.client.readAll({ fromPosition: middle }))).map(numberOf)).toEqual(numbers.slice(5));
  expect((await collect(connected.client.readAll({ fromPosition: middle, maxCount: 1 }))).map(numberOf)).toEqual([100]);
});

test('a backward read begins with the event before the position', async () => {
  const all = await ours(connected.client.readAll({ fromPosition: before }));
  const found = await ours(
    connected.client.readAll({ direction: BACKWARDS, fromPosition: all[5]!.event!.position, maxCount: 200 }),
  );
  expect(found.map(numberOf)).toEqual(numbers.slice(0, 5).toReversed());
});

test('START is the position of the first event', async () => {
  const [first] = await collect(connected.client.readAll({ fromPosition: START, maxCount: 1 }));
  const few = await collect(connected.client.readAll({ maxCount: 7 }));
  expect(few).toHaveLength(7);
  expect(few[0]).toEqual(first);
  expect(ascends(commits(few))).toBe(true);
  expect(await collect(connected.client.readAll({ fromPosition: few[2]!.event!.position, maxCount: 3 }))).toEqual(
    few.slice(2, 5),
  );
});

test('there is no event before the start, and none of this spec after the end', async () => {
  expect(await collect(connected.client.readAll({ direction: BACKWARDS, fromPosition: START }))).toEqual([]);
  expect(await ours(connected.client.readAll({ direction: FORWARDS, fromPosition: END }))).toEqual([]);
});

test('the last event is before the end', async () => {
  const position = await positionNow(connected.client);
  const [last] = await collect(connected.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
  // Another writer may have appended since.
  expect(last?.event?.position.commit).toBeGreaterThanOrEqual(position.commit);
});

test.each([1, 3, 10, 100])('a read with maxCount %i gives at most that many', async (maxCount) => {
  const position = await positionNow(connected.client);
  await connected.client.appendToStream(newStream(), numberedFrom(0, 120));
  const forwards = await collect(connected.client.readAll({ fromPosition: position, maxCount }));
  expect(forwards).toHaveLength(maxCount);
  expect(ascends(commits(forwards))).toBe(true);
  expect(await collect(connected.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount }))).toHaveLength(
    maxCount,
  );
});

test('a long range is read completely in both directions', async () => {
  const own = newStream();
  const position = await positionNow(connected.client);
  for (const first of range(0, 16)) await connected.client.appendToStream(own, numberedFrom(100 * first, 100));
  const end = await positionNow(connected.client);
  const isOwn = ({ event }: AllStreamResolvedEvent): boolean => event?.streamId === own;
  const forwards = (await collect(connected.client.readAll({ fromPosition: position }))).filter(isOwn);
  expect(forwards.map(numberOf)).toEqual(range(0, 1_600));
  const backwards = (
    await collect(connected.client.readAll({ direction: BACKWARDS, fromPosition: end, maxCount: 1_600 }))
  ).filter(isOwn);
  expect(backwards.map(numberOf)).toEqual(range(1_600 - backwards.length, backwards.length).toReversed());
});

test('the events of one append have consecutive positions', async () => {
  const streams = range(0, 10).map(() => newStream());
  const position = await positionNow(connected.client);
  await Promise.all(
    streams.flatMap((own) => [
      connected.client.appendToStream(own, numberedFrom(0, 7)),
      connected.client.appendToStream(own, numberedFrom(7, 7)),
    ]),
  );
  const order = (await collect(connected.client.readAll({ fromPosition: position }))).filter(({ event }) =>
    streams.includes(event?.streamId ?? ''),
  );
  expect(order).toHaveLength(140);
  for (const index of range(0, 20))
    expect(new Set(order.slice(7 * index, 7 * index + 7).map(({ event }) => event?.streamId)).size).toBe(1);
});

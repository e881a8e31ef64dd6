import { BACKWARDS, END, FORWARDS, NO_STREAM, START, StreamNotFoundError } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect, connectClient, newStream, numberedFrom, numberOf, type ConnectedClient } from '../testing.ts';

let connected: ConnectedClient;
const stream = newStream();
const other = newStream();
beforeAll(async () => {
  connected = await connectClient();
  await connected.client.appendToStream(stream, numberedFrom(0, 5), { expectedRevision: NO_STREAM });
  await connected.client.appendToStream(other, numberedFrom(100, 2), { expectedRevision: NO_STREAM });
  await connected.client.appendToStream(stream, numberedFrom(5, 5), { expectedRevision: 4n });
});
afterAll(() => connected.stop());

const read = async (options: object): Promise<number[]> => (await collect(connected.client.readStream(stream, options))).map(numberOf);
const isOurs = (streamId: string | undefined): boolean => streamId === stream || streamId === other;

test.each([
  ['from the start', { direction: FORWARDS, fromRevision: START }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['from a revision, which it includes', { direction: FORWARDS, fromRevision: 7n }, [7, 8, 9]],
  ['a few from a revision', { direction: FORWARDS, fromRevision: 3n, maxCount: 2 }, [3, 4]],
  ['from beyond the end', { direction: FORWARDS, fromRevision: 10n }, []],
  ['backwards from the end', { direction: BACKWARDS, fromRevision: END }, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]],
  ['the last one', { direction: BACKWARDS, fromRevision: END, maxCount: 1 }, [9]],
  ['backwards from a revision, which it includes', { direction: BACKWARDS, fromRevision: 2n }, [2, 1, 0]],
  ['backwards from the start', { direction: BACKWARDS, fromRevision: START }, [0]],
])('reads a stream %s', async (_, options, numbers) => {
  expect(await read(options)).toEqual(numbers);
});

test('a stream that does not exist is not found, in both directions', async () => {
  const missing = newStream();
  for (const direction of [FORWARDS, BACKWARDS] as const) {
    const failure = await collect(connected.client.readStream(missing, { direction, fromRevision: direction === FORWARDS ? START : END })).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StreamNotFoundError);
  }
});

test('the whole log has the events of all streams in order of commit', async () => {
  const events = (await collect(connected.client.readAll())).filter((event) => isOurs(event.event?.streamId));
  expect(events.map(numberOf)).toEqual([0, 1, 2, 3, 4, 100, 101, 5, 6, 7, 8, 9]);
  const positions = events.map((event) => event.event?.position.commit ?? 0n);
  expect(positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0n))).toBe(true);
});

test('the whole log backwards is its mirror', async () => {
  const events = (await collect(connected.client.readAll({ direction: BACKWARDS, fromPosition: END }))).filter((event) => isOurs(event.event?.streamId));
  expect(events.map(numberOf)).toEqual([9, 8, 7, 6, 5, 101, 100, 4, 3, 2, 1, 0]);
});

test('the whole log from a position: forwards with the event there, backwards with those before it', async () => {
  const all = await collect(connected.client.readAll());
  const middle = all.find((event) => event.event?.streamId === other)?.event?.position;
  if (!middle) throw new Error('The event is not in the log');
  const numbers = async (direction: typeof FORWARDS | typeof BACKWARDS) => (await collect(connected.client.readAll({ direction, fromPosition: middle, maxCount: 3 }))).map(numberOf);
  expect(await numbers(FORWARDS)).toEqual([100, 101, 5]);
  expect(await numbers(BACKWARDS)).toEqual([4, 3, 2]);
});

test('a stream longer than a page is read whole', async () => {
  const long = newStream();
  for (let first = 0; first < 1_700; first += 100) await connected.client.appendToStream(long, numberedFrom(first, 100), { expectedRevision: first === 0 ? NO_STREAM : BigInt(first - 1) });
  const forwards = (await collect(connected.client.readStream(long))).map(numberOf);
  expect(forwards).toEqual(Array.from({ length: 1_700 }, (_, index) => index));
  expect((await collect(connected.client.readStream(long, { direction: BACKWARDS, fromRevision: END, maxCount: 1_200 }))).map(numberOf)).toEqual(forwards.toReversed().slice(0, 1_200));
});

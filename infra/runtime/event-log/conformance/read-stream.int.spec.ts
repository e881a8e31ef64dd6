import {
  BACKWARDS,
  END,
  FORWARDS,
  InvalidArgumentError,
  NO_STREAM,
  START,
  StreamNotFoundError,
  type ReadStreamOptions,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  collect,
  connectClient,
  newStream,
  numbered,
  numberedFrom,
  numbersBackwards,
  numbersIn,
  range,
  readFailure,
  type ConnectedClient,
} from '../testing.ts';

let connected: ConnectedClient;
const stream = newStream();
beforeAll(async () => {
  connected = await connectClient();
  await connected.client.appendToStream(stream, numberedFrom(0, 5), { expectedRevision: NO_STREAM });
  await connected.client.appendToStream(newStream(), numberedFrom(100, 2), { expectedRevision: NO_STREAM });
  await connected.client.appendToStream(stream, numberedFrom(5, 5), { expectedRevision: 4n });
});
afterAll(() => connected.stop());

test.each<[string, ReadStreamOptions, number[]]>([
  ['as a whole', {}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['from the start', { direction: FORWARDS, fromRevision: START }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['one from the start', { maxCount: 1 }, [0]],
  ['a few from the start', { maxCount: 4 }, [0, 1, 2, 3]],
  ['exactly all', { maxCount: 10 }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['more than there are', { maxCount: 11 }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['many more than there are', { maxCount: 1_000_000_000 }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['from a revision, which it includes', { fromRevision: 7n }, [7, 8, 9]],
  ['a few from a revision', { fromRevision: 3n, maxCount: 2 }, [3, 4]],
  ['the last one by its revision', { fromRevision: 9n, maxCount: 5 }, [9]],
  ['from the revision after the last', { fromRevision: 10n }, []],
  ['from a revision far beyond the end', { fromRevision: 1_000_000n, maxCount: 3 }, []],
  ['backwards from the end', { direction: BACKWARDS, fromRevision: END }, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]],
  ['the last one', { direction: BACKWARDS, fromRevision: END, maxCount: 1 }, [9]],
  ['the last few', { direction: BACKWARDS, fromRevision: END, maxCount: 3 }, [9, 8, 7]],
  [
    'backwards more than there are',
    { direction: BACKWARDS, fromRevision: END, maxCount: 50 },
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
  ],
  ['backwards from a revision, which it includes', { direction: BACKWARDS, fromRevision: 2n }, [2, 1, 0]],
  ['a few backwards from a revision', { direction: BACKWARDS, fromRevision: 6n, maxCount: 2 }, [6, 5]],
  ['backwards from the start', { direction: BACKWARDS, fromRevision: START }, [0]],
  [
    'backwards from a revision beyond the end',
    { direction: BACKWARDS, fromRevision: 11n },
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
  ],
])('a stream is read %s', async (_, options, numbers) => {
  expect(await numbersIn(connected.client, stream, options)).toEqual(numbers);
});

test('a read event has its revision and position in every kind of read', async () => {
  const place = await connected.client.appendToStream(newStream(), numberedFrom(0, 3));
  const own = newStream();
  const { position } = await connected.client.appendToStream(own, numberedFrom(0, 3));
  const forwards = await collect(connected.client.readStream(own));
  const backwards = await collect(connected.client.readStream(own, { direction: BACKWARDS, fromRevision: END }));
  expect(backwards.toReversed()).toEqual(forwards);
  expect(forwards.map((resolved) => [resolved.event?.streamId, resolved.event?.revision, resolved.link])).toEqual(
    range(0, 3).map((number) => [own, BigInt(number), undefined]),
  );
  expect(forwards.at(-1)?.event?.position).toEqual(position);
  const positions = forwards.map((resolved) => resolved.event?.position?.commit ?? 0n);
  expect([place.position?.commit ?? 0n, ...positions]).toEqual(
    [place.position?.commit ?? 0n, ...positions].toSorted((a, b) => Number(a - b)),
  );
});

describe('a stream that does not exist', () => {
  test.each<[string, ReadStreamOptions]>([
    ['from the start', {}],
    ['from a revision', { fromRevision: 5n }],
    ['backwards from the end', { direction: BACKWARDS, fromRevision: END }],
    ['backwards from a revision', { direction: BACKWARDS, fromRevision: 5n }],
    ['for one event', { direction: BACKWARDS, fromRevision: END, maxCount: 1 }],
  ])('is not found when read %s', async (_, options) => {
    const missing = newStream();
    const failure = await readFailure(connected.client, missing, options);
    expect(failure).toBeInstanceOf(StreamNotFoundError);
    expect(failure).toMatchObject({ type: 'stream-not-found', streamName: missing });
  });

  test('is not found by a name in any script', async () => {
    const missing = newStream('مريض 🩺');
    expect(await readFailure(connected.client, missing)).toMatchObject({
      type: 'stream-not-found',
      streamName: missing,
    });
  });

  test('is found once it has an event', async () => {
    const own = newStream();
    expect(await readFailure(connected.client, own)).toBeInstanceOf(StreamNotFoundError);
    await connected.client.appendToStream(own, [numbered(0)], { expectedRevision: NO_STREAM });
    expect(await numbersIn(connected.client, own)).toEqual([0]);
  });
});

test.each([-1n, 2n ** 64n])('the revision %s is invalid', (fromRevision) => {
  expect(() => connected.client.readStream(stream, { fromRevision })).toThrow(InvalidArgumentError);
});

test('appended events can be read at once', async () => {
  const own = newStream();
  for (const number of range(0, 30)) {
    await connected.client.appendToStream(own, [numbered(number)], {
      expectedRevision: number === 0 ? NO_STREAM : BigInt(number - 1),
    });
    expect(await numbersIn(connected.client, own)).toHaveLength(number + 1);
    expect(await numbersIn(connected.client, own, { fromRevision: BigInt(number) })).toEqual([number]);
    expect(await numbersBackwards(connected.client, own, { maxCount: 1 })).toEqual([number]);
  }
});

test('a long stream is read completely, in both directions and from its middle', async () => {
  const long = newStream();
  for (const first of range(0, 17).map((hundred) => 100 * hundred))
    await connected.client.appendToStream(long, numberedFrom(first, 100), {
      expectedRevision: first === 0 ? NO_STREAM : BigInt(first - 1),
    });
  expect(await numbersIn(connected.client, long)).toEqual(range(0, 1_700));
  expect(await numbersIn(connected.client, long, { fromRevision: 450n, maxCount: 1_111 })).toEqual(range(450, 1_111));
  expect(await numbersBackwards(connected.client, long, { maxCount: 1_200 })).toEqual(range(500, 1_200).toReversed());
});

test('a stream of large events is read completely', async () => {
  const large = newStream();
  const text = 'x'.repeat(900_000);
  for (const number of range(0, 12))
    await connected.client.appendToStream(large, { ...numbered(number), data: { number, text } });
  expect(await numbersIn(connected.client, large)).toEqual(range(0, 12));
  expect(await numbersBackwards(connected.client, large, { maxCount: 7 })).toEqual(range(5, 7).toReversed());
});

test('each of many concurrent reads gets its own stream', async () => {
  const streams = range(0, 20).map(() => newStream());
  await Promise.all(streams.map((own, index) => connected.client.appendToStream(own, numberedFrom(index, 5))));
  const read = await Promise.all(range(0, 100).map((index) => numbersIn(connected.client, streams[index % 20]!)));
  expect(read).toEqual(range(0, 100).map((index) => range(index % 20, 5)));
});

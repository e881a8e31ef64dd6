/** Hard deletion: the stream is gone for ever; its events stay in the whole log. */
import {
  ANY,
  BACKWARDS,
  END,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  WrongExpectedVersionError,
  type AppendExpectedRevision,
  type ExpectedRevision,
} from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import {
  collect,
  clientOfTests,
  failureOf,
  newStream,
  numbered,
  numberedFrom,
  numberFor,
  numberOf,
  numbersIn,
  optionsOf,
  positionNow,
  positionOf,
  readFailure,
  streamOf,
  APPEND_WAYS,
} from '../testing.ts';

const connected = clientOfTests();

async function tombstoned(count = 3): Promise<string> {
  const stream = await streamOf(connected.client, count);
  await connected.client.tombstoneStream(stream);
  return stream;
}

test.each<[string, number, ExpectedRevision]>([
  ['a stream with events is tombstoned at any revision', 4, ANY],
  ['a stream with events is tombstoned at its revision', 4, 3n],
  ['a stream that does not exist is tombstoned at any revision', 0, ANY],
  ['a stream that does not exist is tombstoned as no stream', 0, NO_STREAM],
])('%s, and reads of it say so', async (_, count, expectedRevision) => {
  const stream = await streamOf(connected.client, count);
  const { position } = await connected.client.tombstoneStream(stream, { expectedRevision });
  expect(position?.commit).toBeGreaterThan(0n);
  for (const options of [
    {},
    { maxCount: 10 },
    { fromRevision: 2n },
    { fromRevision: 9n },
    { direction: BACKWARDS, fromRevision: END },
    { direction: BACKWARDS, fromRevision: 1n },
  ] as const) {
    const failure = await readFailure(connected.client, stream, options);
    expect(failure).toBeInstanceOf(StreamDeletedError);
    expect(failure).toMatchObject({ type: 'stream-deleted', streamName: stream });
  }
});

test.each<[string, number, ExpectedRevision, bigint]>([
  ['a stream with events where another revision was expected', 4, 2n, 3n],
  ['a stream with events where a revision beyond its last was expected', 4, 7n, 3n],
  ['a stream with events where no stream was expected', 4, NO_STREAM, 3n],
  ['a stream that does not exist where a revision was expected', 0, 0n, -1n],
])('is refused: to tombstone %s', async (_, count, expectedRevision, actualVersion) => {
  const stream = await streamOf(connected.client, count);
  const failure = await failureOf(connected.client.tombstoneStream(stream, { expectedRevision }));
  expect(failure).toBeInstanceOf(WrongExpectedVersionError);
  expect(failure).toMatchObject({ streamName: stream, expectedVersion: numberFor(expectedRevision), actualVersion });
  if (count > 0) expect(await numbersIn(connected.client, stream)).toHaveLength(count);
  else expect(await readFailure(connected.client, stream)).toMatchObject({ type: 'stream-not-found' });
});

describe.each(APPEND_WAYS)('a %s append', (way) => {
  test.each<[string, AppendExpectedRevision]>([
    ['at any revision', ANY],
    ['as no stream', NO_STREAM],
    ['as one that exists', STREAM_EXISTS],
    ['at its last revision', 2n],
    ['at another revision', 0n],
  ])('to a tombstoned stream is refused %s', async (_, expectedRevision) => {
    const stream = await tombstoned();
    const failure = await failureOf(
      connected.client.appendToStream(stream, [numbered(3)], { expectedRevision, ...optionsOf(way, connected) }),
    );
    expect(failure).toBeInstanceOf(StreamDeletedError);
    expect(failure).toMatchObject({ type: 'stream-deleted', streamName: stream });
  });

  test('to a tombstoned stream is refused, also when it repeats the first append', async () => {
    const stream = newStream();
    const events = numberedFrom(0, 2);
    await connected.client.appendToStream(stream, events, {
      expectedRevision: NO_STREAM,
      ...optionsOf(way, connected),
    });
    await connected.client.tombstoneStream(stream);
    expect(
      await failureOf(
        connected.client.appendToStream(stream, events, { expectedRevision: NO_STREAM, ...optionsOf(way, connected) }),
      ),
    ).toBeInstanceOf(StreamDeletedError);
  });
});

test.each<[string, ExpectedRevision]>([
  ['at any revision', ANY],
  ['as no stream', NO_STREAM],
  ['at its last revision', 2n],
])('a tombstoned stream can be neither tombstoned nor deleted again %s', async (_, expectedRevision) => {
  const stream = await tombstoned();
  for (const attempt of [
    connected.client.tombstoneStream(stream, { expectedRevision }),
    connected.client.deleteStream(stream, { expectedRevision }),
  ]) {
    const failure = await failureOf(attempt);
    expect(failure).toBeInstanceOf(StreamDeletedError);
    expect(failure).toMatchObject({ streamName: stream });
  }
});

test.each<[string, ExpectedRevision]>([
  ['at any revision', ANY],
  ['as no stream', NO_STREAM],
  ['at its last revision', 2n],
])('a deleted stream can be tombstoned %s', async (_, expectedRevision) => {
  const stream = await streamOf(connected.client, 3);
  await connected.client.deleteStream(stream);
  await connected.client.tombstoneStream(stream, { expectedRevision });
  expect(await readFailure(connected.client, stream)).toBeInstanceOf(StreamDeletedError);
  expect(await failureOf(connected.client.appendToStream(stream, [numbered(3)]))).toBeInstanceOf(StreamDeletedError);
});

test('a tombstone also removes the metadata of the stream', async () => {
  const stream = await tombstoned();
  expect(await failureOf(connected.client.getStreamMetadata(stream))).toMatchObject({
    type: 'stream-deleted',
    streamName: `$$${stream}`,
  });
  expect(await failureOf(connected.client.setStreamMetadata(stream, { maxCount: 3 }))).toMatchObject({
    type: 'stream-deleted',
    streamName: `$$${stream}`,
  });
});

test('earlier metadata cannot be read after a tombstone', async () => {
  const stream = await streamOf(connected.client, 1);
  await connected.client.setStreamMetadata(stream, { maxCount: 3 });
  await connected.client.tombstoneStream(stream);
  expect(await failureOf(connected.client.getStreamMetadata(stream))).toBeInstanceOf(StreamDeletedError);
});

test('a tombstone is the last event of its stream in the whole log and returns its position', async () => {
  const stream = newStream();
  const position = await positionNow(connected.client);
  await connected.client.appendToStream(stream, numberedFrom(0, 3));
  const tombstone = positionOf(await connected.client.tombstoneStream(stream));
  const found = (await collect(connected.client.readAll({ fromPosition: position }))).filter(
    ({ event }) => event?.streamId === stream,
  );
  expect(found.slice(0, 3).map(numberOf)).toEqual([0, 1, 2]);
  expect(found).toHaveLength(4);
  expect(found[3]?.event).toMatchObject({ type: '$streamDeleted', revision: 2n ** 63n - 1n, isJson: false });
  expect(found[3]?.event?.position.commit).toBe(tombstone.commit);
});

test('a tombstone affects one stream only', async () => {
  const [stream, another] = [await streamOf(connected.client, 2), await streamOf(connected.client, 2)];
  await connected.client.tombstoneStream(stream);
  expect(await connected.client.appendToStream(another, [numbered(2)], { expectedRevision: 1n })).toMatchObject({
    success: true,
  });
  expect(await numbersIn(connected.client, another)).toEqual([0, 1, 2]);
});

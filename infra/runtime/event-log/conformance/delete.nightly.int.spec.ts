/**
 * Soft deletion: the stream is not found any more, its events stay in the whole log, and it can be recreated
 * (recreate.nightly.int.spec.ts).
 */
import {
  ANY,
  BACKWARDS,
  END,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type ExpectedRevision,
} from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import {
  collect,
  clientOfTests,
  deletedStreamOf,
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

describe('a stream with events', () => {
  test.each<[string, ExpectedRevision]>([
    ['at any revision', ANY],
    ['at its revision', 3n],
  ])('is deleted %s, and not found any more', async (_, expectedRevision) => {
    const stream = await streamOf(connected.client, 4);
    const { position } = await connected.client.deleteStream(stream, { expectedRevision });
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
      expect(failure).toBeInstanceOf(StreamNotFoundError);
      expect(failure).toMatchObject({ streamName: stream });
    }
  });

  test.each<[string, ExpectedRevision]>([
    ['another revision', 2n],
    ['a revision beyond its last', 4n],
    ['no stream', NO_STREAM],
  ])('is not deleted where %s was expected', async (_, expectedRevision) => {
    const stream = await streamOf(connected.client, 4);
    const failure = await failureOf(connected.client.deleteStream(stream, { expectedRevision }));
    expect(failure).toBeInstanceOf(WrongExpectedVersionError);
    expect(failure).toMatchObject({
      streamName: stream,
      expectedVersion: numberFor(expectedRevision),
      actualVersion: 3n,
    });
    expect(await numbersIn(connected.client, stream)).toEqual([0, 1, 2, 3]);
  });

  test('is deleted after a wrong attempt', async () => {
    const stream = await streamOf(connected.client, 4);
    expect(await failureOf(connected.client.deleteStream(stream, { expectedRevision: 2n }))).toBeInstanceOf(
      WrongExpectedVersionError,
    );
    await connected.client.deleteStream(stream, { expectedRevision: 3n });
    expect(await readFailure(connected.client, stream)).toBeInstanceOf(StreamNotFoundError);
  });

  test('does not affect another stream when it is deleted', async () => {
    const [stream, another] = [await streamOf(connected.client, 2), await streamOf(connected.client, 2)];
    await connected.client.deleteStream(stream);
    expect(await numbersIn(connected.client, another)).toEqual([0, 1]);
  });
});

describe('a stream that does not exist', () => {
  test.each<[string, ExpectedRevision]>([
    ['at any revision', ANY],
    ['as no stream', NO_STREAM],
    ['at a revision', 0n],
  ])('cannot be deleted %s', async (_, expectedRevision) => {
    const stream = newStream();
    const failure = await failureOf(connected.client.deleteStream(stream, { expectedRevision }));
    expect(failure).toBeInstanceOf(WrongExpectedVersionError);
    expect(failure).toMatchObject({
      streamName: stream,
      expectedVersion: numberFor(expectedRevision),
      actualVersion: -1n,
    });
  });

  test.each<[string, ExpectedRevision]>([
    ['at any revision', ANY],
    ['as no stream', NO_STREAM],
  ])('is deleted %s where there is metadata of it', async (_, expectedRevision) => {
    const stream = newStream();
    await connected.client.setStreamMetadata(stream, { cacheControl: 10 });
    expect(await connected.client.deleteStream(stream, { expectedRevision })).toMatchObject({
      position: { commit: expect.any(BigInt) },
    });
    expect(await readFailure(connected.client, stream)).toBeInstanceOf(StreamNotFoundError);
  });
});

describe('a deleted stream', () => {
  test.each<[string, ExpectedRevision]>([
    ['at any revision', ANY],
    ['at its last revision', 2n],
    ['as no stream', NO_STREAM],
  ])('may be deleted again %s', async (_, expectedRevision) => {
    const stream = await deletedStreamOf(connected.client, 3);
    await connected.client.deleteStream(stream, { expectedRevision });
    expect(await readFailure(connected.client, stream)).toBeInstanceOf(StreamNotFoundError);
  });

  test('is not deleted again at another revision', async () => {
    const stream = await deletedStreamOf(connected.client, 3);
    expect(await failureOf(connected.client.deleteStream(stream, { expectedRevision: 1n }))).toMatchObject({
      type: 'wrong-expected-version',
      streamName: stream,
      expectedVersion: 1n,
      actualVersion: 2n,
    });
  });

  test.each(APPEND_WAYS)('does not exist for a %s append that needs it', async (way) => {
    const stream = await deletedStreamOf(connected.client, 3);
    const failure = await failureOf(
      connected.client.appendToStream(stream, [numbered(3)], {
        expectedRevision: STREAM_EXISTS,
        ...optionsOf(way, connected),
      }),
    );
    expect(failure).toBeInstanceOf(StreamDeletedError);
    expect(failure).toMatchObject({ type: 'stream-deleted', streamName: stream });
  });

  test('has metadata that truncate it before the largest revision', async () => {
    const stream = await deletedStreamOf(connected.client, 3);
    // The largest revision, as a JavaScript number.
    expect(await connected.client.getStreamMetadata(stream)).toMatchObject({
      streamName: stream,
      metadata: { truncateBefore: Number(2n ** 63n - 1n) },
    });
  });

  test('loses its other metadata', async () => {
    const stream = await streamOf(connected.client, 1);
    await connected.client.setStreamMetadata(stream, { maxCount: 7, note: 'mine' });
    await connected.client.deleteStream(stream);
    expect(Object.keys((await connected.client.getStreamMetadata(stream)).metadata ?? {})).toEqual(['truncateBefore']);
  });
});

test('the whole log still has the events of a deleted stream', async () => {
  const stream = newStream();
  const appended = positionOf(await connected.client.appendToStream(stream, numberedFrom(0, 3)));
  const position = await positionNow(connected.client);
  await connected.client.deleteStream(stream);
  const found = await collect(
    connected.client.readAll({ direction: BACKWARDS, fromPosition: position, maxCount: 100 }),
  );
  expect(found.filter(({ event }) => event?.streamId === stream).map(numberOf)).toEqual([2, 1, 0]);
  expect((await collect(connected.client.readAll({ fromPosition: appended, maxCount: 1 }))).map(numberOf)).toEqual([2]);
});

test('a deletion is an event of the metadata stream and returns its position', async () => {
  const stream = await streamOf(connected.client, 2);
  const deleted = positionOf(await connected.client.deleteStream(stream));
  const [found] = await collect(connected.client.readAll({ fromPosition: deleted, maxCount: 1 }));
  expect(found?.event).toMatchObject({ streamId: `$$${stream}`, type: '$metadata', revision: 0n, isJson: true });
});

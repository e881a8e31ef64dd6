/** A deleted stream that is recreated: its revisions continue, and its old events are not read any more. */
import {
  ANY,
  BACKWARDS,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  type AppendExpectedRevision,
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
  numbersBackwards,
  numbersIn,
  optionsOf,
  POLL,
  readFailure,
  APPEND_WAYS,
} from '../testing.ts';

const connected = clientOfTests();

/** EventStoreDB answers the append before the metadata that restore the stream can be read. */
async function eventuallyReads(stream: string, numbers: number[]): Promise<void> {
  await expect.poll(() => numbersIn(connected.client, stream).catch(() => 'not found'), POLL).toEqual(numbers);
}

describe.each(APPEND_WAYS)('a %s append', (way) => {
  const append = (stream: string, events: ReturnType<typeof numbered>[], expectedRevision: AppendExpectedRevision) =>
    connected.client.appendToStream(stream, events, { expectedRevision, ...optionsOf(way, connected) });

  test.each<[string, AppendExpectedRevision]>([
    ['at any revision', ANY],
    ['as to a new stream', NO_STREAM],
    ['at the revision where it was deleted', 1n],
  ])('to a deleted stream begins it again %s', async (_, expectedRevision) => {
    const stream = await deletedStreamOf(connected.client, 2);
    expect(await append(stream, numberedFrom(10, 3), expectedRevision)).toMatchObject({
      success: true,
      nextExpectedRevision: 4n,
    });
    await eventuallyReads(stream, [10, 11, 12]);
    expect((await collect(connected.client.readStream(stream))).map(({ event }) => event?.revision)).toEqual([
      2n,
      3n,
      4n,
    ]);
    expect(await numbersBackwards(connected.client, stream)).toEqual([12, 11, 10]);
    expect(await connected.client.getStreamMetadata(stream)).toMatchObject({ metadata: { truncateBefore: 2 } });
  });

  test('to a deleted stream is refused at another revision', async () => {
    const stream = await deletedStreamOf(connected.client, 3);
    for (const wrong of [1n, 3n])
      expect(await failureOf(append(stream, [numbered(9)], wrong))).toMatchObject({
        type: 'wrong-expected-version',
        streamName: stream,
        expectedVersion: wrong,
        actualVersion: 2n,
      });
    expect(await readFailure(connected.client, stream)).toBeInstanceOf(StreamNotFoundError);
  });

  test('as to a new stream recreates it only once', async () => {
    const stream = await deletedStreamOf(connected.client, 2);
    await append(stream, [numbered(10)], NO_STREAM);
    await eventuallyReads(stream, [10]);
    expect(await failureOf(append(stream, [numbered(11)], NO_STREAM))).toMatchObject({
      type: 'wrong-expected-version',
      expectedVersion: NO_STREAM,
      actualVersion: 2n,
    });
    expect(await append(stream, [numbered(11)], STREAM_EXISTS)).toMatchObject({ nextExpectedRevision: 3n });
    expect(await append(stream, [numbered(12)], 3n)).toMatchObject({ nextExpectedRevision: 4n });
    expect(await append(stream, [numbered(13)], ANY)).toMatchObject({ nextExpectedRevision: 5n });
    expect(await numbersIn(connected.client, stream)).toEqual([10, 11, 12, 13]);
  });

  test('that began the stream before the deletion does not restore it when it is repeated', async () => {
    const stream = newStream();
    const events = numberedFrom(0, 2);
    await append(stream, events, NO_STREAM);
    await connected.client.deleteStream(stream);
    expect(await append(stream, events, NO_STREAM)).toMatchObject({ success: true, nextExpectedRevision: 1n });
    expect(await readFailure(connected.client, stream)).toBeInstanceOf(StreamNotFoundError);
  });

  test('as to a new stream that recreates it is not recognised when it is repeated', async () => {
    const stream = await deletedStreamOf(connected.client, 2);
    const events = numberedFrom(10, 2);
    expect(await append(stream, events, NO_STREAM)).toMatchObject({ nextExpectedRevision: 3n });
    await eventuallyReads(stream, [10, 11]);
    // The server looks for a repetition at revision 0, where other events lie.
    expect(await failureOf(append(stream, events, NO_STREAM))).toMatchObject({
      type: 'wrong-expected-version',
      expectedVersion: NO_STREAM,
      actualVersion: 3n,
    });
    await connected.client.deleteStream(stream);
    expect(await append(stream, events, NO_STREAM)).toMatchObject({ nextExpectedRevision: 5n });
    await eventuallyReads(stream, [10, 11]);
  });

  test('of no events restores a deleted stream, unless it expects no stream', async () => {
    for (const expectedRevision of [ANY, 1n] as const) {
      const stream = await deletedStreamOf(connected.client, 2);
      expect(await append(stream, [], expectedRevision)).toMatchObject({ success: true, nextExpectedRevision: 1n });
      await eventuallyReads(stream, []);
      expect(await append(stream, [numbered(10)], STREAM_EXISTS)).toMatchObject({ nextExpectedRevision: 2n });
      expect(await numbersIn(connected.client, stream)).toEqual([10]);
    }
    const stream = await deletedStreamOf(connected.client, 2);
    expect(await failureOf(append(stream, [], NO_STREAM))).toMatchObject({
      type: 'wrong-expected-version',
      actualVersion: 1n,
    });
    expect(await failureOf(append(stream, [], STREAM_EXISTS))).toBeInstanceOf(StreamDeletedError);
    expect(await readFailure(connected.client, stream)).toBeInstanceOf(StreamNotFoundError);
  });

  test('that recreates the stream is recognised when it is repeated', async () => {
    const stream = await deletedStreamOf(connected.client, 2);
    const events = numberedFrom(10, 2);
    await append(stream, events, 1n);
    await eventuallyReads(stream, [10, 11]);
    expect(await append(stream, events, 1n)).toMatchObject({ nextExpectedRevision: 3n });
    expect(await append(stream, events, ANY)).toMatchObject({ nextExpectedRevision: 3n });
    expect(await numbersIn(connected.client, stream)).toEqual([10, 11]);
  });
});

test('the old events cannot be read by any revision', async () => {
  const stream = await deletedStreamOf(connected.client, 3);
  await connected.client.appendToStream(stream, numberedFrom(10, 3), { expectedRevision: 2n });
  await eventuallyReads(stream, [10, 11, 12]);
  expect(await numbersIn(connected.client, stream, { fromRevision: 1n, maxCount: 2 })).toEqual([10, 11]);
  expect(await numbersIn(connected.client, stream, { fromRevision: 4n })).toEqual([11, 12]);
  expect(await numbersIn(connected.client, stream, { direction: BACKWARDS, fromRevision: 3n })).toEqual([10]);
  expect(await numbersIn(connected.client, stream, { direction: BACKWARDS, fromRevision: 2n })).toEqual([]);
  expect(await numbersBackwards(connected.client, stream, { maxCount: 2 })).toEqual([12, 11]);
});

test('a stream may be deleted and recreated many times', async () => {
  const stream = newStream();
  for (const round of [0, 1, 2, 3]) {
    expect(
      await connected.client.appendToStream(stream, numberedFrom(10 * round, 2), { expectedRevision: NO_STREAM }),
    ).toMatchObject({ nextExpectedRevision: BigInt(2 * round + 1) });
    await eventuallyReads(stream, [10 * round, 10 * round + 1]);
    await connected.client.deleteStream(stream, { expectedRevision: BigInt(2 * round + 1) });
    expect(await readFailure(connected.client, stream)).toBeInstanceOf(StreamNotFoundError);
  }
});

test('a recreated stream keeps its other metadata', async () => {
  const stream = await deletedStreamOf(connected.client, 2);
  await connected.client.setStreamMetadata(stream, {
    maxCount: 100,
    acl: { deleteRoles: ['$admins'] },
    key1: true,
    key2: 17,
    key3: 'some value',
  });
  // New metadata alone restore a deleted stream: it exists without events.
  await eventuallyReads(stream, []);
  const metadata = {
    maxCount: 100,
    acl: { deleteRoles: ['$admins'] },
    key1: true,
    key2: 17,
    key3: 'some value',
    truncateBefore: 2,
  };
  await expect.poll(async () => (await connected.client.getStreamMetadata(stream)).metadata, POLL).toEqual(metadata);
  expect(await connected.client.appendToStream(stream, [numbered(10)], { expectedRevision: 1n })).toMatchObject({
    nextExpectedRevision: 2n,
  });
  expect(await numbersIn(connected.client, stream)).toEqual([10]);
  expect((await connected.client.getStreamMetadata(stream)).metadata).toEqual(metadata);
});

test('metadata of a deleted stream that never had events restore no readable stream', async () => {
  const stream = newStream();
  await connected.client.setStreamMetadata(stream, { maxCount: 5 });
  await connected.client.deleteStream(stream);
  await connected.client.setStreamMetadata(stream, { maxCount: 100, note: 'kept' });
  await expect
    .poll(async () => (await connected.client.getStreamMetadata(stream)).metadata, POLL)
    .toEqual({ maxCount: 100, note: 'kept', truncateBefore: 0 });
  expect(await readFailure(connected.client, stream)).toBeInstanceOf(StreamNotFoundError);
  expect(await connected.client.appendToStream(stream, [numbered(0)], { expectedRevision: NO_STREAM })).toMatchObject({
    nextExpectedRevision: 0n,
  });
  expect(await numbersIn(connected.client, stream)).toEqual([0]);
});

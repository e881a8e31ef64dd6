import {
  ANY,
  BACKWARDS,
  binaryEvent,
  END,
  jsonEvent,
  NO_STREAM,
  STREAM_EXISTS,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type StreamMetadata,
} from '@eventstore/db-client';
import { expect, test } from 'vitest';
import {
  collect,
  clientOfTests,
  failureOf,
  newStream,
  numbered,
  numberedFrom,
  numbersIn,
  optionsOf,
  positionNow,
  readFailure,
  APPEND_WAYS,
} from '../testing.ts';

const connected = clientOfTests();

const everything: StreamMetadata = {
  maxAge: 2,
  cacheControl: 15,
  truncateBefore: 1,
  maxCount: 12,
  acl: {
    readRoles: ['$admins'],
    writeRoles: ['$admins', '$ops'],
    deleteRoles: ['$admins'],
    metaReadRoles: ['$admins'],
    metaWriteRoles: ['$admins'],
  },
};

test('a missing stream and a stream without metadata have none', async () => {
  const [missing, stream] = [newStream(), newStream()];
  await connected.client.appendToStream(stream, numberedFrom(0, 2));
  expect(await connected.client.getStreamMetadata(missing)).toEqual({ streamName: missing });
  expect(await connected.client.getStreamMetadata(stream)).toEqual({ streamName: stream });
});

test.each<[string, StreamMetadata]>([
  ['every known key', everything],
  ['one key', { maxAge: 3_600 }],
  ['no key', {}],
  ['custom keys', { maxCount: 12, turkey: '🦃', nested: { list: [1, 'two', { three: null }] }, مفتاح: 'قيمة' }],
  ['an access control list', { acl: { deleteRoles: ['$admins'] } }],
])('comes back as it was set: %s', async (_, metadata) => {
  const stream = newStream();
  await connected.client.setStreamMetadata(stream, metadata);
  expect(await connected.client.getStreamMetadata(stream)).toMatchObject({ streamName: stream });
  expect((await connected.client.getStreamMetadata(stream)).metadata).toEqual(metadata);
});

test('is replaced as a whole', async () => {
  const stream = newStream();
  await connected.client.setStreamMetadata(stream, everything);
  await connected.client.setStreamMetadata(stream, { maxCount: 11, turkey: '🍗' });
  expect((await connected.client.getStreamMetadata(stream)).metadata).toEqual({ maxCount: 11, turkey: '🍗' });
});

test('may be set before the stream exists, and does not make it exist', async () => {
  const stream = newStream();
  await connected.client.setStreamMetadata(stream, { cacheControl: 5 });
  expect(await readFailure(connected.client, stream)).toBeInstanceOf(StreamNotFoundError);
  expect(await connected.client.appendToStream(stream, [numbered(0)], { expectedRevision: NO_STREAM })).toMatchObject({
    nextExpectedRevision: 0n,
  });
});

test('is written to the metadata stream only', async () => {
  const [stream, another] = [newStream(), newStream()];
  await connected.client.setStreamMetadata(stream, { maxCount: 2 });
  for (const own of [stream, another]) await connected.client.appendToStream(own, numberedFrom(0, 5));
  expect(await numbersIn(connected.client, stream)).toEqual([3, 4]);
  expect(await numbersIn(connected.client, another)).toEqual([0, 1, 2, 3, 4]);
});

test.each(APPEND_WAYS)('is appended by a %s append at the revision of the metadata stream', async (way) => {
  const stream = newStream();
  const set = (maxCount: number, expectedRevision: bigint | typeof NO_STREAM | typeof STREAM_EXISTS | typeof ANY) =>
    connected.client.setStreamMetadata(stream, { maxCount }, { expectedRevision, ...optionsOf(way, connected) });
  expect(await set(1, NO_STREAM)).toMatchObject({ success: true, nextExpectedRevision: 0n });
  expect(await set(2, 0n)).toMatchObject({ nextExpectedRevision: 1n });
  expect(await set(3, STREAM_EXISTS)).toMatchObject({ nextExpectedRevision: 2n });
  expect(await set(4, ANY)).toMatchObject({ nextExpectedRevision: 3n });
  for (const wrong of [NO_STREAM, 1n, 4n] as const) {
    const failure = await failureOf(set(9, wrong));
    expect(failure).toBeInstanceOf(WrongExpectedVersionError);
    expect(failure).toMatchObject({ streamName: `$$${stream}`, expectedVersion: wrong, actualVersion: 3n });
  }
  expect((await connected.client.getStreamMetadata(stream)).metadata).toEqual({ maxCount: 4 });
});

test('the metadata stream shows its last event only', async () => {
  const stream = newStream();
  for (const maxCount of [1, 2, 3]) await connected.client.setStreamMetadata(stream, { maxCount });
  const metastream = `$$${stream}`;
  const last = {
    event: { streamId: metastream, type: '$metadata', revision: 2n, isJson: true, data: { $maxCount: 3 } },
  };
  expect(await collect(connected.client.readStream(metastream))).toMatchObject([last]);
  expect(await collect(connected.client.readStream(metastream, { fromRevision: 0n, maxCount: 10 }))).toMatchObject([
    last,
  ]);
  expect(
    await collect(connected.client.readStream(metastream, { direction: BACKWARDS, fromRevision: END })),
  ).toMatchObject([last]);
  expect(await collect(connected.client.readStream(metastream, { direction: BACKWARDS, fromRevision: 1n }))).toEqual(
    [],
  );
});

test('the whole log shows all of them', async () => {
  const stream = newStream();
  const position = await positionNow(connected.client);
  for (const maxCount of [1, 2, 3]) await connected.client.setStreamMetadata(stream, { maxCount });
  const found = (await collect(connected.client.readAll({ fromPosition: position }))).filter(
    ({ event }) => event?.streamId === `$$${stream}`,
  );
  expect(found.map(({ event }) => [event?.type, event?.revision, event?.data])).toEqual(
    [1, 2, 3].map((count) => ['$metadata', BigInt(count - 1), { $maxCount: count }]),
  );
});

test('may be appended by hand', async () => {
  const stream = newStream();
  await connected.client.appendToStream(`$$${stream}`, [
    jsonEvent({ type: '$metadata', data: { $maxCount: 2, mine: true } }),
  ]);
  await connected.client.appendToStream(stream, numberedFrom(0, 4));
  expect((await connected.client.getStreamMetadata(stream)).metadata).toEqual({ maxCount: 2, mine: true });
  expect(await numbersIn(connected.client, stream)).toEqual([2, 3]);
});

test('data that are no JSON count as no metadata', async () => {
  const stream = newStream();
  await connected.client.setStreamMetadata(stream, { maxCount: 1 });
  await connected.client.appendToStream(stream, numberedFrom(0, 3));
  await connected.client.appendToStream(`$$${stream}`, [
    binaryEvent({ type: '$metadata', data: Buffer.from('{"$maxCount":2}') }),
  ]);
  expect(await connected.client.getStreamMetadata(stream)).toEqual({ streamName: stream });
  expect(await numbersIn(connected.client, stream)).toEqual([0, 1, 2]);
});

test('several concurrent writes are all accepted, one after the other', async () => {
  const stream = newStream();
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((maxCount) => connected.client.setStreamMetadata(stream, { maxCount })),
  );
  expect(answers.map((answer) => answer.nextExpectedRevision).toSorted((a, b) => Number(a - b))).toEqual([
    0n,
    1n,
    2n,
    3n,
    4n,
  ]);
});

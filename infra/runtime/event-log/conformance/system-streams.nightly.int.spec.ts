/** System streams and events: only their names, which begin with `$`, differ. */
import { randomUUID } from 'node:crypto';
import {
  excludeSystemEvents,
  isMetastream,
  isSystemStream,
  jsonEvent,
  metastreamOf,
  NO_STREAM,
  originalStreamOf,
} from '@eventstore/db-client';
import { expect, test } from 'vitest';
import {
  collect,
  clientOfTests,
  newPrefix,
  numbered,
  numberedFrom,
  numbersBackwards,
  numbersIn,
  positionNow,
  readFailure,
  take,
} from '../testing.ts';

const connected = clientOfTests();

const systemStream = (): string => `$spec-${randomUUID()}`;

test('a system stream is written, read, given metadata and deleted like any other', async () => {
  const stream = systemStream();
  await connected.client.appendToStream(stream, numberedFrom(0, 3), { expectedRevision: NO_STREAM });
  expect(await numbersIn(connected.client, stream)).toEqual([0, 1, 2]);
  await connected.client.setStreamMetadata(stream, { maxCount: 2 });
  expect(await numbersBackwards(connected.client, stream)).toEqual([2, 1]);
  expect(await connected.client.getStreamMetadata(stream)).toMatchObject({
    streamName: stream,
    metadata: { maxCount: 2 },
  });
  await connected.client.deleteStream(stream, { expectedRevision: 2n });
  expect(await readFailure(connected.client, stream)).toMatchObject({ type: 'stream-not-found' });
});

test('a system stream is found in the whole log', async () => {
  const stream = systemStream();
  const position = await positionNow(connected.client);
  await connected.client.appendToStream(stream, numberedFrom(0, 2));
  expect(
    (await collect(connected.client.readAll({ fromPosition: position }))).filter(
      ({ event }) => event?.streamId === stream,
    ),
  ).toHaveLength(2);
});

test('a system stream is subscribed to', async () => {
  const stream = systemStream();
  const subscription = connected.client.subscribeToStream(stream);
  const waiting = take(subscription, 1);
  await connected.client.appendToStream(stream, [numbered(7)]);
  expect(await waiting).toMatchObject([{ event: { streamId: stream, data: { number: 7 } } }]);
  await subscription.unsubscribe();
});

test('an event whose type begins with $ is a system event in any stream', async () => {
  const stream = newPrefix('plain');
  const position = await positionNow(connected.client);
  await connected.client.appendToStream(stream, [
    jsonEvent({ type: '$mine', data: {} }),
    numbered(1),
    jsonEvent({ type: 'my$', data: {} }),
  ]);
  const subscription = connected.client.subscribeToAll({ fromPosition: position, filter: excludeSystemEvents() });
  const types: (string | undefined)[] = [];
  for await (const { event } of subscription) {
    if (event?.streamId === stream) types.push(event.type);
    if (event?.type === 'my$') break;
  }
  expect(types).toEqual(['Numbered', 'my$']);
  await subscription.unsubscribe();
});

test('client and server use the same names of metadata streams', async () => {
  const stream = newPrefix('plain');
  await connected.client.setStreamMetadata(stream, { maxCount: 3 });
  const [found] = await collect(connected.client.readStream(metastreamOf(stream)));
  const name = found?.event?.streamId ?? '';
  expect([isSystemStream(name), isMetastream(name), originalStreamOf(name)]).toEqual([true, true, stream]);
});

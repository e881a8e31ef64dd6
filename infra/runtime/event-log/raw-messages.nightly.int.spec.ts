/** Messages that the client does not send. */
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { status, type ClientDuplexStream, type ServiceError } from '@grpc/grpc-js';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Empty } from './protocol/google-messages.ts';
import { streamIdentifier, uuidMessage } from './protocol/identity.ts';
import { addressAndCredentials, newStream, numbersIn, range, readFailure } from './testing.ts';

type Batch = ClientDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;

let installation: Installation;
let client: EventStoreDBClient;
let channel: streamsGrpc.StreamsClient;
beforeAll(async () => {
  installation = await freshInstallation();
  client = EventStoreDBClient.connectionString(installation.eventstoreUrl);
  channel = new streamsGrpc.StreamsClient(...addressAndCredentials(installation.eventstoreUrl));
});
afterAll(async () => {
  channel.close();
  await client.dispose();
  await installation.stop();
});

/** The responses of a batch append call by correlation id, and how the call ended. */
class Listener {
  readonly answers = new Map<string, streams.BatchAppendResp.AsObject>();
  readonly ended: Promise<ServiceError | 'in peace'>;

  constructor(batch: Batch) {
    batch.on('data', (answer: streams.BatchAppendResp) =>
      this.answers.set(answer.getCorrelationId()?.getString() ?? '', answer.toObject()),
    );
    this.ended = new Promise((resolve) => {
      batch.on('error', resolve);
      batch.on('end', () => resolve('in peace'));
    });
  }
}

/** The first message of an append, with one event. */
function beginning(id: string, stream: string): streams.BatchAppendReq {
  const proposed = new streams.BatchAppendReq.ProposedMessage()
    .setId(uuidMessage(randomUUID()))
    .setData(Buffer.from('{"number":0}'));
  proposed.getMetadataMap().set('type', 'Numbered').set('content-type', 'application/json');
  const options = new streams.BatchAppendReq.Options()
    .setStreamIdentifier(streamIdentifier(stream))
    .setAny(new Empty());
  return new streams.BatchAppendReq()
    .setCorrelationId(uuidMessage(id))
    .setOptions(options)
    .setProposedMessagesList([proposed]);
}

test('a message without an append ends the call after all earlier appends are answered', async () => {
  const batch: Batch = channel.batchAppend();
  const listener = new Listener(batch);
  const appends = range(0, 50).map(() => ({ id: randomUUID(), stream: newStream() }));
  for (const { id, stream } of appends) batch.write(beginning(id, stream).setIsFinal(true));
  batch.write(new streams.BatchAppendReq().setIsFinal(true));
  const late = { id: randomUUID(), stream: newStream() };
  batch.write(beginning(late.id, late.stream).setIsFinal(true));
  expect(await listener.ended).toMatchObject({ code: status.INVALID_ARGUMENT, details: 'An id must be a UUID' });
  expect([...listener.answers.keys()].toSorted()).toEqual(appends.map(({ id }) => id).toSorted());
  for (const { id, stream } of appends) {
    expect(listener.answers.get(id)).toMatchObject({ success: { currentRevision: '0' } });
    expect(await numbersIn(client, stream)).toEqual([0]);
  }
  expect(await readFailure(client, late.stream)).toMatchObject({ type: 'stream-not-found' });
});

test('repeated options do not change the target of an append', async () => {
  const batch: Batch = channel.batchAppend();
  const listener = new Listener(batch);
  const [id, stream, another] = [randomUUID(), newStream(), newStream()];
  batch.write(beginning(id, stream));
  batch.write(beginning(id, another).setIsFinal(true));
  batch.end();
  expect(await listener.ended).toBe('in peace');
  expect(await numbersIn(client, stream)).toEqual([0, 0]);
  expect(await readFailure(client, another)).toMatchObject({ type: 'stream-not-found' });
});

test.each([
  [
    'options',
    new streams.AppendReq().setOptions(new streams.AppendReq.Options().setStreamIdentifier(streamIdentifier('a'))),
  ],
  ['an event', new streams.AppendReq().setProposedMessage(new streams.AppendReq.ProposedMessage())],
])('a single append whose first message holds %s that cannot be understood is refused', async (_, message) => {
  const failure = await new Promise((resolve) => {
    const append = channel.append((error) => resolve(error));
    append.on('error', () => undefined);
    append.write(message);
    append.end();
  });
  expect(failure).toMatchObject({ code: status.INVALID_ARGUMENT });
});

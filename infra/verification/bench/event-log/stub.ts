/**
 * A server that only speaks the protocol, with TLS: the upper limit of the client. It keeps the revisions of the streams in
 * memory, answers appends at once, and answers reads with messages that were serialised before.
 */
import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Server, type handleUnaryCall, type ServerDuplexStream, type ServerWritableStream } from '@grpc/grpc-js';
import { createLogger } from 'service-kit/process/logger';
import { openServerIdentity } from '../../../runtime/event-log/access/server-identity.ts';
import { EVENT_TYPE, sampleData } from './sample-event.ts';

const LOG_EVENTS = Number(process.env['EVENTS']);
/** A read repeats these. */
const PREPARED = 1_000;

type AppendCall = ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;
/** The answers are serialised already. */
type ReadCall = ServerWritableStream<streams.ReadReq, Buffer>;

const revisions = new Map<string, number>();
const prepared = Array.from({ length: PREPARED }, (_, index) =>
  eventBytes('bench-1', index, Buffer.from(JSON.stringify(sampleData))),
);
let position = LOG_EVENTS;

const supported: handleUnaryCall<shared.Empty, features.SupportedMethods> = (_call, answer) => {
  const batchAppend = new features.SupportedMethod()
    .setServiceName('event_store.client.streams.streams')
    .setMethodName('batchappend');
  answer(null, new features.SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList([batchAppend]));
};

function batchAppend(call: AppendCall): void {
  call.on('data', (request: streams.BatchAppendReq) => {
    const name = request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array();
    const stream = Buffer.from(name).toString('utf8');
    const { length } = request.getProposedMessagesList();
    const revision = (revisions.get(stream) ?? -1) + length;
    position += length;
    revisions.set(stream, revision);
    const place = new shared.AllStreamPosition()
      .setCommitPosition(String(position))
      .setPreparePosition(String(position));
    const success = new streams.BatchAppendResp.Success().setCurrentRevision(String(revision)).setPosition(place);
    call.write(new streams.BatchAppendResp().setCorrelationId(request.getCorrelationId()).setSuccess(success));
  });
  call.on('end', () => call.end());
  call.on('error', () => {});
}

function read(call: ReadCall): void {
  const options = call.request.getOptions();
  call.on('error', () => {});
  if (!options?.hasSubscription()) return pour(call, Number(options?.getCount()), () => call.end());
  call.write(
    bytesOf(
      new streams.ReadResp().setConfirmation(
        new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID()),
      ),
    ),
  );
  pour(call, LOG_EVENTS, () => undefined);
}

/** At the client's pace. */
function pour(call: ReadCall, count: number, done: () => void): void {
  let left = count;
  const more = (): void => {
    while (left > 0 && !call.cancelled) {
      left -= 1;
      const message = prepared[left % PREPARED];
      if (message && !call.write(message)) return void call.once('drain', more);
    }
    done();
  };
  more();
}

function eventBytes(stream: string, revision: number, data: Uint8Array): Buffer {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(randomUUID()))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)))
    .setStreamRevision(String(revision))
    .setCommitPosition(String(revision))
    .setPreparePosition(String(revision))
    .setData(data);
  recorded
    .getMetadataMap()
    .set('type', EVENT_TYPE)
    .set('content-type', 'application/json')
    .set('created', String(BigInt(Date.now()) * 10_000n));
  return bytesOf(
    new streams.ReadResp().setEvent(
      new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(revision)),
    ),
  );
}

function bytesOf(message: streams.ReadResp): Buffer {
  return Buffer.from(message.serializeBinary());
}

const unused = (call: EventEmitter): void => void call.emit('error', new Error('The stub does not do this'));
const server = new Server();
server.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: supported });
server.addService(
  {
    ...streamsGrpc.StreamsService,
    read: { ...streamsGrpc.StreamsService.read, responseSerialize: (bytes: Buffer) => bytes },
  },
  { read, batchAppend, append: unused, delete: unused, tombstone: unused },
);
const { tls } = await openServerIdentity({
  dataDir: process.env['DATA_DIR'] ?? '',
  hosts: [],
  logger: createLogger('stub', 'warn'),
});
server.bindAsync(`127.0.0.1:${process.env['PORT']}`, tls, (error) => {
  if (error) throw error;
  process.send?.({ ready: true });
});
process.on('disconnect', () => process.exit());

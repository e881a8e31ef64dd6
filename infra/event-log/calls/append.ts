/** Streams/Append: one append a call, the options first and then an event a message. Clients with credentials use it. */
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleClientStreamingCall, ServerReadableStream } from '@grpc/grpc-js';
import { appendAnswer } from '../protocol/append-answer.ts';
import { failureOf } from '../protocol/failures.ts';
import { streamNameOf, uuidOf } from '../protocol/identity.ts';
import { proposedEvent } from '../protocol/proposed-event.ts';
import { AppendTooLarge, BadRequest, MAX_APPEND_BYTES, sizeOf, StreamDeleted, type Append, type Expected, type ProposedEvent } from '../store/event.ts';
import type { Writer } from '../store/writer.ts';
import type { LiveCalls } from './live-calls.ts';
import { deadlineOf } from './server-call.ts';

type AppendCall = ServerReadableStream<streams.AppendReq, streams.AppendResp>;

export function appendCall(writer: Writer, calls: LiveCalls): handleClientStreamingCall<streams.AppendReq, streams.AppendResp> {
  return (call, answer) => {
    calls.begin(call);
    void (async () => {
      try {
        const append = await receive(call);
        const result = await writer.write(append);
        if (result.kind === 'deleted') throw new StreamDeleted(append.stream);
        answer(null, appendAnswer(append.expected, result));
      } catch (error) {
        answer(failureOf(error));
      } finally {
        calls.end(call);
      }
    })();
  };
}

async function receive(call: AppendCall): Promise<Append> {
  let target: { stream: string; expected: Expected } | undefined;
  const events: ProposedEvent[] = [];
  let bytes = 0;
  for await (const message of call as AsyncIterable<streams.AppendReq>) {
    const options = message.getOptions();
    const proposed = message.getProposedMessage();
    if (options) target = { stream: streamNameOf(options.getStreamIdentifier()), expected: expectedOf(options) };
    if (!proposed) continue;
    const event = eventOf(proposed);
    bytes += sizeOf(event);
    if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(`Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`);
    events.push(event);
  }
  if (!target) throw new BadRequest('An append names its stream first');
  return { kind: 'append', ...target, events, deadline: deadlineOf(call) };
}

function eventOf(proposed: streams.AppendReq.ProposedMessage): ProposedEvent {
  const described = proposed.getMetadataMap();
  return proposedEvent({
    id: uuidOf(proposed.getId()),
    type: described.get('type'),
    contentType: described.get('content-type'),
    data: proposed.getData_asU8(),
    metadata: proposed.getCustomMetadata_asU8(),
  });
}

function expectedOf(options: streams.AppendReq.Options): Expected {
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  return options.hasRevision() ? BigInt(options.getRevision()) : 'any';
}

/** Streams/Append: one append for each call, first its options, then a message for each event. */
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleClientStreamingCall, ServerReadableStream } from '@grpc/grpc-js';
import { appendAnswer } from '../protocol/append-answer.ts';
import { appendMessage } from '../protocol/append-request.ts';
import { failureOf } from '../protocol/failures.ts';
import type { WriteTarget } from '../protocol/write-target.ts';
import {
  AppendTooLarge,
  BadRequest,
  MAX_APPEND_BYTES,
  sizeOf,
  StreamDeleted,
  type Append,
  type ProposedEvent,
} from '../store/event.ts';
import type { Writer } from '../store/write/writer.ts';
import type { ActiveCalls } from './active-calls.ts';
import { deadlineOf } from './server-call.ts';

type AppendCall = ServerReadableStream<Buffer, streams.AppendResp>;

export function appendCall(writer: Writer, calls: ActiveCalls): handleClientStreamingCall<Buffer, streams.AppendResp> {
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
  let target: WriteTarget | undefined;
  const events: ProposedEvent[] = [];
  let bytes = 0;
  for await (const message of call as AsyncIterable<Buffer>) {
    const { target: named, event } = appendMessage(message);
    if (named) target = named;
    if (!event) continue;
    bytes += sizeOf(event);
    if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(`Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`);
    events.push(event);
  }
  if (!target) throw new BadRequest('An append names its stream first');
  return { kind: 'append', ...target, events, deadline: deadlineOf(call) };
}

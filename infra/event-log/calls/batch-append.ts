/**
 * Streams/BatchAppend: one long call a client, many appends in it, each in one or more messages under its correlation id and answered under
 * it. This is the way the client takes, because the server features announce it.
 */
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleBidiStreamingCall, ServerDuplexStream } from '@grpc/grpc-js';
import type { Logger } from 'command-api/service/log';
import { batchAnswer, batchFailure } from '../protocol/append-answer.ts';
import { failureOf } from '../protocol/failures.ts';
import { streamNameOf, uuidOf } from '../protocol/identity.ts';
import { proposedEventOf } from '../protocol/proposed-event.ts';
import { AppendTooLarge, MAX_APPEND_BYTES, OutcomeUnknown, sizeOf, StreamDeleted, type Expected, type ProposedEvent } from '../store/event.ts';
import type { Writer } from '../store/writer.ts';
import type { LiveCalls } from './live-calls.ts';
import { Outlet } from './server-call.ts';

type BatchCall = ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;

/** An append whose messages are still coming in. */
interface Incoming {
  readonly stream: string;
  readonly expected: Expected;
  readonly deadline: number;
  readonly events: ProposedEvent[];
  bytes: number;
}

/** A client that names no deadline gets the one that the protocol's clients have by default. */
const DEFAULT_DEADLINE_MS = 10_000;
/** Kept a little longer than its client waits, so that a late message of it is still answered. */
const OVERDUE_MS = 10_000;
/** So many of one client's appends may wait for the disk before the next one is taken from its connection. */
const MOST_AT_ONCE = 2_000;

export function batchAppendCall(writer: Writer, calls: LiveCalls, log: Logger): handleBidiStreamingCall<streams.BatchAppendReq, streams.BatchAppendResp> {
  return (call) => {
    const signal = calls.begin(call);
    void receive(call, writer, signal)
      .then(() => call.end())
      .catch((error: unknown) => {
        if (signal.aborted) return;
        log.warn({ error }, 'a batch append call ended early');
        call.emit('error', failureOf(error));
      })
      .finally(() => calls.end(call));
  };
}

async function receive(call: BatchCall, writer: Writer, signal: AbortSignal): Promise<void> {
  const outlet = new Outlet(call, signal);
  const incoming = new Map<string, Incoming>();
  const underWay = new Set<Promise<void>>();
  for await (const message of call as AsyncIterable<streams.BatchAppendReq>) {
    const correlationId = uuidOf(message.getCorrelationId());
    try {
      const append = collect(incoming, correlationId, message);
      if (!append) continue;
      const answered = answer(outlet, writer, correlationId, append).finally(() => underWay.delete(answered));
      underWay.add(answered);
    } catch (error) {
      const stream = incoming.get(correlationId)?.stream ?? Buffer.from(message.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
      incoming.delete(correlationId);
      await outlet.send(batchFailure(correlationId, stream, error));
    }
    if (underWay.size >= MOST_AT_ONCE) await Promise.race(underWay);
  }
  await Promise.all(underWay);
}

/**
 * @returns the append once its final message is there. An append is refused with the first message that makes it impossible, and what
 * comes of it after that is passed over: a second answer to the same append would break the client.
 */
function collect(incoming: Map<string, Incoming>, correlationId: string, message: streams.BatchAppendReq): Incoming | undefined {
  const options = message.getOptions();
  if (options) {
    forgetOverdue(incoming);
    incoming.set(correlationId, {
      stream: streamNameOf(options.getStreamIdentifier()),
      expected: expectedOf(options),
      deadline: options.getDeadline()?.toDate().getTime() ?? Date.now() + DEFAULT_DEADLINE_MS,
      events: [],
      bytes: 0,
    });
  }
  const append = incoming.get(correlationId);
  if (!append) return undefined;
  if (append.deadline <= Date.now()) throw new OutcomeUnknown('The deadline has passed before the whole append had come in: nothing was written');
  for (const proposed of message.getProposedMessagesList()) {
    const event = proposedEventOf(proposed);
    append.bytes += sizeOf(event);
    if (append.bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(`Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`);
    append.events.push(event);
  }
  if (!message.getIsFinal()) return undefined;
  incoming.delete(correlationId);
  return append;
}

/** Appends that were begun and never finished; their client has given them up. */
function forgetOverdue(incoming: Map<string, Incoming>): void {
  for (const [correlationId, { deadline }] of incoming) if (deadline + OVERDUE_MS < Date.now()) incoming.delete(correlationId);
}

async function answer(outlet: Outlet<streams.BatchAppendResp>, writer: Writer, correlationId: string, append: Incoming): Promise<void> {
  const { stream, expected } = append;
  const message = await writer.write({ kind: 'append', ...append }).then(
    (result) => (result.kind === 'deleted' ? batchFailure(correlationId, stream, new StreamDeleted(stream)) : batchAnswer(correlationId, stream, expected, result)),
    (error: unknown) => batchFailure(correlationId, stream, error),
  );
  await outlet.send(message);
}

function expectedOf(options: streams.BatchAppendReq.Options): Expected {
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  return options.hasStreamPosition() ? BigInt(options.getStreamPosition()) : 'any';
}

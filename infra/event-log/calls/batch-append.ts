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
import type { Appender } from '../store/appender.ts';
import { BadRequest, MAX_APPEND_BYTES, sizeOf, type Expected, type ProposedEvent } from '../store/event.ts';
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
/** So many of one client's appends may wait for the disk before the next one is taken from its connection. */
const MOST_AT_ONCE = 2_000;

export function batchAppendCall(appender: Appender, calls: LiveCalls, log: Logger): handleBidiStreamingCall<streams.BatchAppendReq, streams.BatchAppendResp> {
  return (call) => {
    const signal = calls.begin(call);
    void receive(call, appender, signal)
      .then(() => call.end())
      .catch((error: unknown) => {
        if (signal.aborted) return;
        log.warn({ error }, 'a batch append call ended early');
        call.emit('error', failureOf(error));
      })
      .finally(() => calls.end(call));
  };
}

async function receive(call: BatchCall, appender: Appender, signal: AbortSignal): Promise<void> {
  const outlet = new Outlet(call, signal);
  const incoming = new Map<string, Incoming>();
  const underWay = new Set<Promise<void>>();
  for await (const message of call as AsyncIterable<streams.BatchAppendReq>) {
    const correlationId = uuidOf(message.getCorrelationId());
    try {
      const append = collect(incoming, correlationId, message);
      if (!append) continue;
      const answered = answer(outlet, appender, correlationId, append).finally(() => underWay.delete(answered));
      underWay.add(answered);
    } catch (error) {
      incoming.delete(correlationId);
      const stream = message.getOptions()?.getStreamIdentifier();
      await outlet.send(batchFailure(correlationId, stream ? Buffer.from(stream.getStreamName_asU8()).toString('utf8') : '', error));
    }
    if (underWay.size >= MOST_AT_ONCE) await Promise.race(underWay);
  }
  await Promise.all(underWay);
}

/** @returns the append once its final message is there */
function collect(incoming: Map<string, Incoming>, correlationId: string, message: streams.BatchAppendReq): Incoming | undefined {
  const options = message.getOptions();
  if (options)
    incoming.set(correlationId, {
      stream: streamNameOf(options.getStreamIdentifier()),
      expected: expectedOf(options),
      deadline: options.getDeadline()?.toDate().getTime() ?? Date.now() + DEFAULT_DEADLINE_MS,
      events: [],
      bytes: 0,
    });
  const append = incoming.get(correlationId);
  if (!append) throw new BadRequest('An append names its stream first');
  for (const proposed of message.getProposedMessagesList()) {
    const event = proposedEventOf(proposed);
    append.bytes += sizeOf(event);
    // One event beyond the limit is kept, so that the append is refused for its size; the rest need not be held.
    if (append.bytes - sizeOf(event) <= MAX_APPEND_BYTES) append.events.push(event);
  }
  if (!message.getIsFinal()) return undefined;
  incoming.delete(correlationId);
  return append;
}

async function answer(outlet: Outlet<streams.BatchAppendResp>, appender: Appender, correlationId: string, append: Incoming): Promise<void> {
  const message = await appender.append(append).then(
    (result) => batchAnswer(correlationId, append.stream, append.expected, result),
    (error: unknown) => batchFailure(correlationId, append.stream, error),
  );
  await outlet.send(message);
}

function expectedOf(options: streams.BatchAppendReq.Options): Expected {
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  return options.hasStreamPosition() ? BigInt(options.getStreamPosition()) : 'any';
}

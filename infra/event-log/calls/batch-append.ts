/**
 * Streams/BatchAppend: one long call a client, many appends in it, each in one or more messages under its correlation id and answered under
 * it. This is the way the client takes, because the server features announce it.
 */
import type { handleBidiStreamingCall, ServerDuplexStream } from '@grpc/grpc-js';
import type { Logger } from 'command-api/service/log';
import { batchAnswer, batchFailure } from '../protocol/append-answer.ts';
import { asBadRequest, BatchAppendMessage } from '../protocol/batch-append-request.ts';
import { failureOf } from '../protocol/failures.ts';
import { AppendTooLarge, MAX_APPEND_BYTES, OutcomeUnknown, sizeOf, StreamDeleted, type Expected, type ProposedEvent } from '../store/event.ts';
import type { Writer } from '../store/writer.ts';
import type { LiveCalls } from './live-calls.ts';
import { Outlet } from './server-call.ts';

type BatchCall = ServerDuplexStream<Buffer, Buffer[]>;

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

export function batchAppendCall(writer: Writer, calls: LiveCalls, log: Logger): handleBidiStreamingCall<Buffer, Buffer[]> {
  return (call) => {
    const signal = calls.begin(call);
    const outlet = new Outlet(call, signal);
    void answerAppends(call, outlet, writer)
      .then(() => outlet.end())
      .catch((error: unknown) => {
        if (signal.aborted) return;
        log.warn({ error }, 'a batch append call ended early');
        call.emit('error', failureOf(error));
      })
      .finally(() => calls.end(call));
  };
}

/** Resolves when the client has said its last, and all of it has been answered. By events: an iterator costs as much again as the reading. */
function answerAppends(call: BatchCall, outlet: Outlet, writer: Writer): Promise<void> {
  const incoming = new Map<string, Incoming>();
  let underWay = 0;
  let ended = false;
  return new Promise((resolve, reject) => {
    const answered = (): void => {
      underWay -= 1;
      if (call.isPaused()) call.resume();
      if (ended && underWay === 0) resolve();
    };
    call.on('data', (bytes: Buffer) => {
      try {
        const message = new BatchAppendMessage(bytes);
        const answer = answerTo(incoming, message, writer);
        if (!answer) return;
        underWay += 1;
        if (underWay >= MOST_AT_ONCE) call.pause();
        answer.then((response) => outlet.send(response)).then(answered, reject);
      } catch (error) {
        reject(asBadRequest(error));
      }
    });
    call.on('end', () => {
      ended = true;
      if (underWay === 0) resolve();
    });
  });
}

/** Undefined while the append that the message belongs to is still coming in. @throws what is wrong with the message as such */
function answerTo(incoming: Map<string, Incoming>, message: BatchAppendMessage, writer: Writer): Promise<Buffer> | undefined {
  const { correlationId } = message;
  try {
    const append = collect(incoming, message);
    return append && written(writer, correlationId, append);
  } catch (error) {
    const stream = incoming.get(correlationId)?.stream ?? '';
    incoming.delete(correlationId);
    return Promise.resolve(batchFailure(correlationId, stream, asBadRequest(error)));
  }
}

/**
 * @returns the append once its final message is there. An append is refused with the first message that makes it impossible, and what
 * comes of it after that is passed over: a second answer to the same append would break the client.
 */
function collect(incoming: Map<string, Incoming>, message: BatchAppendMessage): Incoming | undefined {
  const { correlationId } = message;
  const target = message.takeTarget();
  if (target) {
    forgetOverdue(incoming);
    incoming.set(correlationId, { ...target, deadline: target.deadline ?? Date.now() + DEFAULT_DEADLINE_MS, events: [], bytes: 0 });
  }
  const append = incoming.get(correlationId);
  if (!append) return undefined;
  if (append.deadline <= Date.now()) throw new OutcomeUnknown('The deadline has passed before the whole append had come in: nothing was written');
  for (const event of message.takeEvents()) {
    append.bytes += sizeOf(event);
    if (append.bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(`Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`);
    append.events.push(event);
  }
  if (!message.isFinal) return undefined;
  incoming.delete(correlationId);
  return append;
}

/** Appends that were begun and never finished; their client has given them up. */
function forgetOverdue(incoming: Map<string, Incoming>): void {
  for (const [correlationId, { deadline }] of incoming) if (deadline + OVERDUE_MS < Date.now()) incoming.delete(correlationId);
}

function written(writer: Writer, correlationId: string, append: Incoming): Promise<Buffer> {
  const { stream, expected } = append;
  return writer.write({ kind: 'append', ...append }).then(
    (result) => (result.kind === 'deleted' ? batchFailure(correlationId, stream, new StreamDeleted(stream)) : batchAnswer(correlationId, stream, expected, result)),
    (error: unknown) => batchFailure(correlationId, stream, error),
  );
}

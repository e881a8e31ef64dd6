/**
 * Streams/BatchAppend: one long call a client, many appends in it, each in one or more messages under its correlation
 * id and answered under it. This is the way the client takes, because the server features announce it.
 */
import type { handleBidiStreamingCall, ServerDuplexStream } from '@grpc/grpc-js';
import type { Logger } from 'service-kit/process/logger';
import { batchAnswer, batchFailure } from '../protocol/append-answer.ts';
import { BatchAppendMessage } from '../protocol/batch-append-request.ts';
import { failureOf } from '../protocol/failures.ts';
import { StreamDeleted, type Append } from '../store/event.ts';
import type { Writer } from '../store/write/writer.ts';
import type { Message } from './frames.ts';
import type { ActiveCalls } from './active-calls.ts';
import { ResponseWriter } from './response-writer.ts';
import { UnfinishedAppends } from './unfinished-appends.ts';

type BatchCall = ServerDuplexStream<Buffer, readonly Message[]>;

/** So many of one client's appends may wait for the disk before the next one is taken from its connection. */
const MOST_AT_ONCE = 2_000;

export function batchAppendCall(
  writer: Writer,
  calls: ActiveCalls,
  log: Logger,
): handleBidiStreamingCall<Buffer, readonly Message[]> {
  return (call) => {
    const signal = calls.begin(call);
    const responses = new ResponseWriter(call, signal);
    void answerAppends(call, responses, writer)
      .then(() => responses.end())
      .catch((error: unknown) => {
        if (signal.aborted) return;
        log.warn({ error }, 'a batch append call ended early');
        call.emit('error', failureOf(error));
      })
      .finally(() => calls.end(call));
  };
}

/**
 * Resolves when the client has said its last, and all of it has been answered. By events: an iterator costs as much
 * again as the reading.
 * @throws what is wrong with a message as such, after which none is taken; what came before it is answered first
 */
function answerAppends(call: BatchCall, responses: ResponseWriter, writer: Writer): Promise<void> {
  const unfinished = new UnfinishedAppends();
  let underWay = 0;
  let end: (() => void) | undefined;
  return new Promise((resolve, reject) => {
    // The answers of a tick leave at its end: what ends the call comes after them.
    const endIfDone = (): void => {
      if (end && underWay === 0) process.nextTick(end);
    };
    const answered = (): void => {
      underWay -= 1;
      if (call.isPaused()) call.resume();
      endIfDone();
    };
    call.on('data', (bytes: Buffer) => {
      if (end) return;
      try {
        const answer = answerTo(unfinished, new BatchAppendMessage(bytes), writer);
        if (!answer) return;
        underWay += 1;
        if (underWay >= MOST_AT_ONCE) call.pause();
        answer.then((response) => responses.send(response)).then(answered, reject);
      } catch (error) {
        end = () => reject(error);
        endIfDone();
      }
    });
    call.on('end', () => {
      end ??= resolve;
      endIfDone();
    });
  });
}

/**
 * Undefined while the append that the message belongs to is still coming in.
 * @throws what is wrong with the message as such
 */
function answerTo(
  unfinished: UnfinishedAppends,
  message: BatchAppendMessage,
  writer: Writer,
): Promise<Buffer> | undefined {
  const { correlationId } = message;
  try {
    const append = unfinished.add(message);
    return append && written(writer, correlationId, append);
  } catch (error) {
    return Promise.resolve(batchFailure(correlationId, unfinished.forget(correlationId), error));
  }
}

function written(writer: Writer, correlationId: string, append: Append): Promise<Buffer> {
  const { stream, expected } = append;
  return writer.write(append).then(
    (result) =>
      result.kind === 'deleted'
        ? batchFailure(correlationId, stream, new StreamDeleted(stream))
        : batchAnswer(correlationId, stream, expected, result),
    (error: unknown) => batchFailure(correlationId, stream, error),
  );
}

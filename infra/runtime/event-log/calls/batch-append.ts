/**
 * Streams/BatchAppend: one long call for each client with many appends. The messages of an append and its response have
 * its correlation id. The client uses this call because the server features announce it.
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

/** The maximum of a client's appends under way. With more the connection is not read. */
const MAX_RUNNING = 2_000;

export function batchAppendCall(
  writer: Writer,
  calls: ActiveCalls,
  logger: Logger,
): handleBidiStreamingCall<Buffer, readonly Message[]> {
  return (call) => {
    const signal = calls.begin(call);
    const responses = new ResponseWriter(call, signal);
    void answerAppends(call, responses, writer)
      .then(() => responses.end())
      .catch((error: unknown) => {
        if (signal.aborted) return;
        logger.warn({ error }, 'a batch append call ended early');
        call.emit('error', failureOf(error));
      })
      .finally(() => calls.end(call));
  };
}

/**
 * Resolves when the client has ended the call and all appends are answered. It uses the stream's events: an async
 * iterator costs as much as the decoding of the messages.
 * @throws BadRequest for a malformed message, after all earlier appends are answered
 */
function answerAppends(call: BatchCall, responses: ResponseWriter, writer: Writer): Promise<void> {
  const unfinished = new UnfinishedAppends();
  let running = 0;
  let end: (() => void) | undefined;
  return new Promise((resolve, reject) => {
    // Responses are written at the end of a tick, and the call ends after them.
    const endIfDone = (): void => {
      if (end && running === 0) process.nextTick(end);
    };
    const answered = (): void => {
      running -= 1;
      if (call.isPaused()) call.resume();
      endIfDone();
    };
    call.on('data', (bytes: Buffer) => {
      if (end) return;
      try {
        const answer = answerTo(unfinished, new BatchAppendMessage(bytes), writer);
        if (!answer) return;
        running += 1;
        if (running >= MAX_RUNNING) call.pause();
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

/** @returns undefined until the append of the message is complete @throws BadRequest for a malformed message */
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

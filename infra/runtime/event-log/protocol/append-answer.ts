/** The responses of the two append calls, which have different messages for the same result. */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import code from '@eventstore/db-client/generated/code_pb.js';
import {
  AppendTooLarge,
  BadRequest,
  LogUnavailable,
  MAX_APPEND_BYTES,
  OutcomeUnknown,
  StreamDeleted,
  type Expected,
  type WrongVersion,
  type Written,
} from '../store/event.ts';
import { Any, Empty } from './google-messages.ts';
import { streamIdentifier, uuidMessage } from './identity.ts';
import { sizeOfBytes, sizeOfVarint, WireWriter } from './wire.ts';

export function appendAnswer(expected: Expected, result: Written | WrongVersion): streams.AppendResp {
  if (result.kind === 'wrong-version')
    return new streams.AppendResp().setWrongExpectedVersion(wrongVersion(expected, result));
  const success = new streams.AppendResp.Success();
  if (result.revision === undefined) success.setNoStream(new shared.Empty());
  else success.setCurrentRevision(result.revision.toString());
  if (result.position === undefined) success.setNoPosition(new shared.Empty());
  else
    success.setPosition(
      new streams.AppendResp.Position()
        .setCommitPosition(result.position.toString())
        .setPreparePosition(result.position.toString()),
    );
  return new streams.AppendResp().setSuccess(success);
}

function wrongVersion(expected: Expected, { current }: WrongVersion): streams.AppendResp.WrongExpectedVersion {
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (current === undefined) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(current.toString());
  if (expected === 'any') return wrong.setExpectedAny(new shared.Empty());
  if (expected === 'no_stream') return wrong.setExpectedNoStream(new shared.Empty());
  if (expected === 'stream_exists') return wrong.setExpectedStreamExists(new shared.Empty());
  return wrong.setExpectedRevision(expected.toString());
}

/**
 * Field numbers of `BatchAppendResp` and its parts. The response of a successful append is written by hand, like events
 * (`recorded-event.ts`): nearly every append has it.
 */
const ANSWER = {
  correlationId: 1,
  success: 3,
  stream: 4,
  streamPosition: 5,
  noStream: 6,
  any: 7,
  streamExists: 8,
} as const;
const SUCCESS = { revision: 1, noStream: 2, position: 3, noPosition: 4 } as const;
const POSITION = { commit: 1, prepare: 2 } as const;
const UUID_STRING = 2;
const STREAM_NAME = 3;

/** @param correlationId the append of the call that this answers */
export function batchAnswer(
  correlationId: string,
  stream: string,
  expected: Expected,
  result: Written | WrongVersion,
): Buffer {
  if (result.kind === 'wrong-version') return refusal(correlationId, stream, batchWrongVersion(expected, result));
  const { revision, position } = result;
  const positionSize = position === undefined ? 0 : 2 * (1 + sizeOfVarint(position));
  const successSize =
    (revision === undefined ? sizeOfBytes(0) : 1 + sizeOfVarint(revision)) + sizeOfBytes(positionSize);
  const nameBytes = Buffer.byteLength(stream);
  const expectedSize = typeof expected === 'bigint' ? 1 + sizeOfVarint(expected) : sizeOfBytes(0);
  const idSize = sizeOfBytes(correlationId.length);
  const wire = new WireWriter(
    Buffer.allocUnsafe(
      sizeOfBytes(idSize) + sizeOfBytes(successSize) + sizeOfBytes(sizeOfBytes(nameBytes)) + expectedSize,
    ),
  );
  wire.length(ANSWER.correlationId, idSize);
  wire.ascii(UUID_STRING, correlationId);
  wire.length(ANSWER.success, successSize);
  if (revision === undefined) wire.length(SUCCESS.noStream, 0);
  else wire.number(SUCCESS.revision, revision);
  wire.length(position === undefined ? SUCCESS.noPosition : SUCCESS.position, positionSize);
  if (position !== undefined) {
    wire.number(POSITION.commit, position);
    wire.number(POSITION.prepare, position);
  }
  wire.length(ANSWER.stream, sizeOfBytes(nameBytes));
  wire.text(STREAM_NAME, stream, nameBytes);
  if (typeof expected === 'bigint') wire.number(ANSWER.streamPosition, expected);
  else
    wire.length(expected === 'no_stream' ? ANSWER.noStream : expected === 'any' ? ANSWER.any : ANSWER.streamExists, 0);
  return wire.buffer;
}

function batchWrongVersion(expected: Expected, { current }: WrongVersion): status.Status {
  const wrong = new shared.WrongExpectedVersion();
  if (current === undefined) wrong.setCurrentNoStream(new Empty());
  else wrong.setCurrentStreamRevision(current.toString());
  if (expected === 'any') wrong.setExpectedAny(new Empty());
  else if (expected === 'no_stream') wrong.setExpectedNoStream(new Empty());
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(new Empty());
  else wrong.setExpectedStreamPosition(expected.toString());
  return withDetails(code.Code.FAILED_PRECONDITION, 'WrongExpectedVersion', wrong, 'WrongExpectedVersion');
}

/** Every failure of a batch append needs details: the client reads their type first. */
export const batchFailure = (correlationId: string, stream: string, error: unknown): Buffer =>
  refusal(correlationId, stream, failureStatus(error));

const refusal = (correlationId: string, stream: string, error: status.Status): Buffer =>
  Buffer.from(
    new streams.BatchAppendResp()
      .setCorrelationId(uuidMessage(correlationId))
      .setStreamIdentifier(streamIdentifier(stream))
      .setError(error)
      .serializeBinary(),
  );

function failureStatus(error: unknown): status.Status {
  if (error instanceof AppendTooLarge)
    return withDetails(
      code.Code.INVALID_ARGUMENT,
      error.message,
      new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_BYTES),
      'MaximumAppendSizeExceeded',
    );
  if (error instanceof StreamDeleted)
    return withDetails(
      code.Code.FAILED_PRECONDITION,
      error.message,
      new shared.StreamDeleted().setStreamIdentifier(streamIdentifier(error.stream)),
      'StreamDeleted',
    );
  if (error instanceof BadRequest)
    return withDetails(
      code.Code.INVALID_ARGUMENT,
      error.message,
      new shared.BadRequest().setMessage(error.message),
      'BadRequest',
    );
  if (error instanceof OutcomeUnknown || error instanceof LogUnavailable)
    return withDetails(code.Code.DEADLINE_EXCEEDED, error.message, new shared.Timeout(), 'Timeout');
  return withDetails(code.Code.UNKNOWN, 'The event log could not do this', new shared.Unknown(), 'Unknown');
}

function withDetails(
  statusCode: code.Code,
  message: string,
  details: { serializeBinary(): Uint8Array },
  type: string,
): status.Status {
  const any = new Any();
  any.pack(details.serializeBinary(), `event_store.client.${type}`);
  return new status.Status().setCode(statusCode).setMessage(message).setDetails(any);
}

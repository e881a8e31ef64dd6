/** Failures for the client: a gRPC status with the metadata key `exception`. */
import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import {
  AppendTooLarge,
  BadRequest,
  LogUnavailable,
  MAX_APPEND_BYTES,
  OutcomeUnknown,
  StreamDeleted,
  type Expected,
} from '../store/event.ts';

class Failure extends Error implements ServiceError {
  readonly code: status;
  readonly details: string;
  readonly metadata = new Metadata();

  constructor(code: status, details: string) {
    super(details);
    this.code = code;
    this.details = details;
  }
}

export function failure(code: status, details: string, metadata: Record<string, string> = {}): ServiceError {
  const failed = new Failure(code, details);
  for (const [key, value] of Object.entries(metadata)) failed.metadata.set(key, value);
  return failed;
}

/** The client sees the message of a known error. The details of an unexpected error go to the server's log only. */
export function failureOf(error: unknown): ServiceError {
  if (error instanceof Failure) return error;
  if (error instanceof BadRequest) return failure(status.INVALID_ARGUMENT, error.message);
  if (error instanceof LogUnavailable) return failure(status.UNAVAILABLE, error.message);
  // The client reads ABORTED as a timeout: the outcome is not known.
  if (error instanceof OutcomeUnknown) return failure(status.ABORTED, error.message);
  if (error instanceof StreamDeleted)
    return failure(status.FAILED_PRECONDITION, error.message, {
      exception: 'stream-deleted',
      'stream-name': headerOf(error.stream),
    });
  if (error instanceof AppendTooLarge)
    return failure(status.INVALID_ARGUMENT, error.message, {
      exception: 'maximum-append-size-exceeded',
      'maximum-append-size': MAX_APPEND_BYTES.toString(),
    });
  // Not UNAVAILABLE: the client would close its connection with all other calls.
  return failure(status.ABORTED, 'The event log could not reach its database');
}

/** EventStoreDB's numbers of expected revisions in a header. */
const NUMBERED = { any: -2n, no_stream: -1n, stream_exists: -4n } as const;

/** For a deletion that found another revision (-1: no stream). Appends have a response for it. */
export function wrongVersionFailure(stream: string, expected: Expected, current: bigint | undefined): ServiceError {
  const wanted = typeof expected === 'bigint' ? expected : NUMBERED[expected];
  const actual = current ?? -1n;
  return failure(
    status.FAILED_PRECONDITION,
    `The deletion failed due to WrongExpectedVersion. ` +
      `Stream: ${stream}, Expected version: ${wanted}, Actual version: ${actual}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': headerOf(stream),
      'expected-version': wanted.toString(),
      'actual-version': actual.toString(),
    },
  );
}

/** HTTP/2 headers are ASCII: a name in another script would break the response. The client decodes no name. */
const headerOf = (stream: string): string => (/^[\x20-\x7e]*$/.test(stream) ? stream : encodeURIComponent(stream));

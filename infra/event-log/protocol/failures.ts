/** Failures as the client reads them: a gRPC status with the metadata key `exception`, or details in a batch append's answer. */
import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { AppendTooLarge, BadRequest, LogAway, MAX_APPEND_BYTES, OutcomeUnknown } from '../store/event.ts';

export function failure(code: status, details: string, metadata: Record<string, string> = {}): ServiceError {
  const carried = new Metadata();
  for (const [key, value] of Object.entries(metadata)) carried.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata: carried });
}

/** The sentence of an error that the client may see; an unexpected one keeps its details to the server's own log. */
export function failureOf(error: unknown): ServiceError {
  if (error instanceof BadRequest) return failure(status.INVALID_ARGUMENT, error.message);
  if (error instanceof LogAway) return failure(status.UNAVAILABLE, error.message);
  // ABORTED is what the client calls a timeout: the outcome is not known.
  if (error instanceof OutcomeUnknown) return failure(status.ABORTED, error.message);
  if (error instanceof AppendTooLarge)
    return failure(status.INVALID_ARGUMENT, error.message, { exception: 'maximum-append-size-exceeded', 'maximum-append-size': MAX_APPEND_BYTES.toString() });
  // Not UNAVAILABLE: the client would drop its connection, and with it every other call on it.
  return failure(status.ABORTED, 'The event log could not reach its database');
}

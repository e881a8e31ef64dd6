/** The errors of the client library as errors of the port. */
import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { LogUnavailable, TooLargeToAppend, UnknownOutcome, WrongExpectedRevision } from './port.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A refused append has written nothing. After any other error the append may have been written. */
export function appendFailure(stream: string, error: unknown): Error {
  if (error instanceof WrongExpectedVersionError)
    return new WrongExpectedRevision(`${stream} has changed since it was read`);
  if (error instanceof MaxAppendSizeExceededError)
    return new TooLargeToAppend(`The events for ${stream} are too large to be appended at once`);
  if (
    error instanceof InvalidArgumentError ||
    error instanceof AccessDeniedError ||
    error instanceof StreamDeletedError
  )
    return error;
  return new UnknownOutcome(`It is not known whether the events for ${stream} were written: ${messageOf(error)}`, {
    cause: error,
  });
}

export const isMissing = (error: unknown): boolean => error instanceof StreamNotFoundError;

export function readFailure(error: unknown): Error {
  if (error instanceof LogUnavailable) return error;
  return new LogUnavailable(`The event log cannot be read: ${messageOf(error)}`, { cause: error });
}

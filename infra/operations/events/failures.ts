/** Errors, as messages for the person at the terminal. */
import {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  isCommandError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';

/** The command cannot do its work. The message is for people. */
export class Failure extends Error {
  override readonly name: string = 'Failure';
}

/** The stream does not exist, or is deleted. */
export class StreamNotFound extends Failure {
  override readonly name = 'StreamNotFound';
  constructor(stream: string) {
    super(`There is no stream ${stream}.`);
  }
}

/** The connection is open, and no answer comes. */
export class LogTimeout extends Error {
  override readonly name = 'LogTimeout';
}

/** True if the call may succeed later: the server is down or starting, or the connection broke. */
export function isTransient(error: unknown): boolean {
  if (error instanceof UnknownError) return error.code === status.INTERNAL || error.code === status.UNKNOWN;
  return (
    isClusterMissing(error) ||
    [UnavailableError, TimeoutError, DeadlineExceededError, CancelledError, LogTimeout].some(
      (kind) => error instanceof kind,
    )
  );
}

/** The client has no class for this error. */
const isClusterMissing = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Failed to discover');

/** The client's message about an address, without the quoted part: that may be the password. */
export const addressFailure = (error: unknown): Failure =>
  new Failure(
    `The address of the event log cannot be used: ${
      error instanceof Error ? error.message.replace(/^Unexpected ".*" at/s, 'something is wrong at') : ''
    }`,
  );

/** @param url the connection string; the message repeats only host and port, because it may hold a password */
export function describeFailure(error: unknown, url: string): string {
  if (error instanceof Failure) return error.message;
  if (
    error instanceof UnavailableError ||
    error instanceof DeadlineExceededError ||
    error instanceof LogTimeout ||
    isClusterMissing(error)
  )
    return [
      `No event log answers at ${addressOf(url)}`,
      /[?&]tls=false/i.test(url) ? '' : ' with encryption (?tls=false asks without)',
      '. Start one (npm run event-log), or name another with --url or EVENTSTORE_URL.',
    ].join('');
  if (error instanceof AccessDeniedError)
    return (
      `The event log at ${addressOf(url)} refuses. ` +
      'User name and password belong into its address: esdb://user:password@host:2113'
    );
  if (error instanceof StreamDeletedError) return `The stream ${error.streamName} was deleted for ever (tombstoned).`;
  if (error instanceof MaxAppendSizeExceededError)
    return `The event log takes ${error.maxAppendSize} bytes at once, and this is more.`;
  if (error instanceof Error && isCommandError(error))
    return `The event log at ${addressOf(url)} cannot do this: ${error.message}`;
  const { code, path } = error as { code?: unknown; path?: unknown };
  if (code === 'ENOSPC') return 'There is no room left on the disk: go on with --resume when there is.';
  if (code === 'EPIPE') return 'Nobody reads the output any more: it is not whole.';
  if (typeof code === 'string' && typeof path === 'string') return fileSentence(code, path);
  return `This was not expected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function fileSentence(code: string, path: string): string {
  if (code === 'ENOENT') return `There is no file ${path}, or no folder for it.`;
  if (code === 'EACCES' || code === 'EPERM') return `The file ${path} may not be used by this user.`;
  if (code === 'EISDIR') return `${path} is a folder.`;
  return `The file ${path} cannot be used (${code}).`;
}

/** Host and port of a connection string. */
export const addressOf = (url: string): string =>
  url
    .replace(/^[^:]+:\/\//, '')
    .replace(/^.*@/, '')
    .replace(/[/?].*$/, '');

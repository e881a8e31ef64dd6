/** What goes wrong, as a sentence for the person at the terminal. */
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

/** Says in a sentence why the command did not do what it was asked. */
export class Failure extends Error {
  override readonly name: string = 'Failure';
}

/** The stream was never written, or all of it was deleted. */
export class StreamNotFound extends Failure {
  override readonly name = 'StreamNotFound';
  constructor(stream: string) {
    super(`There is no stream ${stream}.`);
  }
}

/** The connection stands and nothing comes. */
export class LogTimeout extends Error {
  override readonly name = 'LogTimeout';
}

/** Whether the same call may succeed in a moment: the server is away or starting, or the connection broke. */
export function isTransient(error: unknown): boolean {
  if (error instanceof UnknownError) return error.code === status.INTERNAL || error.code === status.UNKNOWN;
  return (
    isClusterMissing(error) ||
    [UnavailableError, TimeoutError, DeadlineExceededError, CancelledError, LogTimeout].some(
      (kind) => error instanceof kind,
    )
  );
}

/** The client has no class for it. */
const isClusterMissing = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Failed to discover');

/** What the client says of an address, without the part that it quotes: that may be the password. */
export const addressFailure = (error: unknown): Failure =>
  new Failure(
    `The address of the event log cannot be used: ${error instanceof Error ? error.message.replace(/^Unexpected ".*" at/s, 'something is wrong at') : ''}`,
  );

/** @param url the connection string, of which only host and port are repeated: it may hold a password */
export function describeFailure(error: unknown, url: string): string {
  if (error instanceof Failure) return error.message;
  if (
    error instanceof UnavailableError ||
    error instanceof DeadlineExceededError ||
    error instanceof LogTimeout ||
    isClusterMissing(error)
  )
    return `No event log answers at ${addressOf(url)}${/[?&]tls=false/i.test(url) ? '' : ' with encryption (?tls=false asks without)'}. Start one (npm run event-log), or name another with --url or EVENTSTORE_URL.`;
  if (error instanceof AccessDeniedError)
    return `The event log at ${addressOf(url)} refuses. User name and password belong into its address: esdb://user:password@host:2113`;
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

export const addressOf = (url: string): string =>
  url
    .replace(/^[^:]+:\/\//, '')
    .replace(/^.*@/, '')
    .replace(/[/?].*$/, '');

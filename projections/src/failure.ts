/** What to do when a projection fails: wait and try again, or stop that stream (architecture, rule 8). */
import { LogUnavailable, MalformedEvent } from 'command-api/event-log';

/** Postgres: serialization, deadlock, lock not available, shutting down, connection, out of resources, the system below it. */
const transientCodes = /^(40001|40P01|55P03|57014|57P0\d|08\w{3}|53\w{3}|58\w{3})$/;
/** Node's words for a connection that is not there; node-postgres and its pool have no codes for theirs. */
const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ECANCELED']);
const connectionMessages = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/;

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
};

/** True where the same events may well succeed later: the cause lies outside of them. */
export function isTransient(error: unknown): boolean {
  if (error instanceof LogUnavailable) return true;
  if (error instanceof AggregateError) return error.errors.some(isTransient);
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return transientCodes.test(code) || connectionCodes.has(code) || connectionMessages.test(error.message);
}

/**
 * What went wrong without whom it went wrong for: Postgres and parsers quote values in their messages, and values are patients'.
 * So never `message`, but codes, names of constraints, tables and fields, and the place in our code.
 */
export function describeFailure(error: unknown): string {
  // The log has left the content out already.
  if (error instanceof MalformedEvent) return error.message;
  if (!(error instanceof Error)) return typeof error;
  const of = (key: string): string => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' && value !== '' ? ` ${key}=${value}` : '';
  };
  const place = /\(?((?:src|dist)\/[^()\s]+:\d+):\d+\)?/.exec(error.stack?.replace(error.message, '') ?? '')?.[1];
  return `${error.name}${['code', 'constraint', 'table', 'column'].map(of).join('')}${place ? ` at ${place}` : ''}`;
}

/** An event that cannot be projected, however often it is tried. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
  readonly revision: bigint;
  readonly eventType: string;
  constructor(revision: bigint, eventType: string, cause: unknown) {
    super(describeFailure(cause));
    this.revision = revision;
    this.eventType = eventType;
  }
}

/** A failure as the job queue may keep it: described, without its cause. */
export class ProjectionFailed extends Error {
  override readonly name = 'ProjectionFailed';
}

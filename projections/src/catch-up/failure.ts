/** What to do when a projection fails: wait and try again, or stop that stream (architecture, rule 8). */
import { LogUnavailable, MalformedEvent, UnknownVersion } from 'service-kit/event-log/port';
import { databaseIsAway } from 'service-kit/postgres/availability';

/** True where the same events may well succeed later: the cause lies outside of them. */
export const isTransient = (error: unknown): boolean => error instanceof LogUnavailable || databaseIsAway(error);

/**
 * What went wrong without whom it went wrong for: Postgres and parsers quote values in their messages, and values are
 * patients'. So never `message`, but codes, names of constraints, tables and fields, and the place in our code.
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

/** A newer program has written this event: whoever knows its type can project it. */
export class UnknownType extends Error {
  override readonly name = 'UnknownType';
  readonly type: string;
  readonly version: number;
  constructor(type: string, version: number) {
    super(`${type} is not known here`);
    this.type = type;
    this.version = version;
  }
}

/** An event that cannot be projected, however often it is tried. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
  readonly revision: bigint;
  readonly eventType: string;
  /** Of the type, where all that is wrong is that this program does not know it. */
  readonly unknownVersion: number | undefined;
  constructor(revision: bigint, eventType: string, cause: unknown) {
    super(describeFailure(cause));
    this.revision = revision;
    const newer = cause instanceof UnknownType || cause instanceof UnknownVersion ? cause : undefined;
    this.eventType = newer?.type ?? eventType;
    this.unknownVersion = newer?.version;
  }
}

/** A failure as the job queue may keep it: described, without its cause. */
export class ProjectionFailed extends Error {
  override readonly name = 'ProjectionFailed';
}

/**
 * Which failures are retried and which stop a stream (docs/architecture.md, "Rule 8: no clinical event is skipped").
 */
import { LogUnavailable, MalformedEvent, UnknownVersion } from 'service-kit/event-log/port';
import { isDatabaseAway } from 'service-kit/postgres/availability';

/** True if the same events may succeed later, because the cause lies outside of them. */
export const isTransient = (error: unknown): boolean =>
  error instanceof LogUnavailable || error instanceof NewerRows || isDatabaseAway(error);

/**
 * The rows of a projection were made by a newer version of the program, which has rebuilt them. This program would mix
 * them with rows of its own, so it leaves the stream to the newer one.
 */
export class NewerRows extends Error {
  override readonly name = 'NewerRows';
  constructor(projection: string) {
    super(`The rows of ${projection} were made by a newer version of the program`);
  }
}

/**
 * Describes a failure without patient data. Postgres and parsers quote values in their messages, so `message` is never
 * used: only error codes, the names of constraints, tables and columns, and the place in our code.
 */
export function describeFailure(error: unknown): string {
  // These messages have no content: the log left it out.
  if (error instanceof MalformedEvent || error instanceof NewerRows) return error.message;
  if (!(error instanceof Error)) return typeof error;
  const of = (key: string): string => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' && value !== '' ? ` ${key}=${value}` : '';
  };
  const place = /\(?((?:src|dist)\/[^()\s]+:\d+):\d+\)?/.exec(error.stack?.replace(error.message, '') ?? '')?.[1];
  return `${error.name}${['code', 'constraint', 'table', 'column'].map(of).join('')}${place ? ` at ${place}` : ''}`;
}

/** A newer program wrote this event. A program that knows the type can project it. */
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

/** An event that fails at every attempt. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
  readonly revision: bigint;
  readonly eventType: string;
  /** The version of the event type, if the only cause is that this program does not know it. */
  readonly unknownVersion: number | undefined;
  constructor(revision: bigint, eventType: string, cause: unknown) {
    super(describeFailure(cause));
    this.revision = revision;
    const newer = cause instanceof UnknownType || cause instanceof UnknownVersion ? cause : undefined;
    this.eventType = newer?.type ?? eventType;
    this.unknownVersion = newer?.version;
  }
}

/** A failure as the job queue stores it: only its description, without the cause. */
export class ProjectionFailed extends Error {
  override readonly name = 'ProjectionFailed';
}

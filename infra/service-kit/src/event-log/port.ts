/**
 * The port to EventStoreDB: all that the application knows of the log. `eventstoredb.ts` is its one adapter,
 * over `@eventstore/db-client`, whichever server answers (EventStoreDB or the embedded event log).
 */
import type { DomainEvent, EventMetadata, Recorded } from 'command-api/domain/command';

export interface NewEvent {
  /** `uuidv5(commandId, index)`: a repeated append with the same ids at the same revision writes nothing. */
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: EventMetadata;
}

/** The server's global place of an event. Both numbers are stored (a filtered read may miss events with one alone). */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** Where an event lies in a log, and which event it is (`place.ts`). */
export interface Place {
  readonly position: Position;
  readonly stream: string;
  readonly revision: bigint;
  /** Null where an older version of this program has kept the place without it. */
  readonly eventId: string | null;
}

/** An event read back: upcast to its newest version, and decrypted. */
export type StoredEvent = Recorded<DomainEvent> & {
  readonly stream: string;
  readonly position: Position | undefined;
  /** The server's time of writing. */
  readonly created: Date;
  /** True when the patient's key has been destroyed: `data` is then `{}`, and everything must tolerate it (rule 10). */
  readonly unreadable: boolean;
};

/** An event as it lies in the log, its payload encrypted where it is. */
export interface RawEvent {
  readonly stream: string;
  readonly revision: bigint;
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
  readonly position: Position | undefined;
  readonly created: Date;
}

export type ExpectedRevision = bigint | 'no_stream';

export interface EventLog {
  /**
   * @returns the revision of the last event written
   * @throws WrongExpectedRevision someone else wrote first: fold the tail and decide again
   * @throws TooLargeToAppend nothing was written
   * @throws UnknownOutcome timeout or lost connection: re-read and look for the command id before trying again
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<bigint>;
  /**
   * Events in order from `from` (inclusive, default 0n), at most `maxCount`. A stream that does not exist is empty.
   * @throws LogUnavailable · MalformedEvent
   */
  readStream(stream: string, options?: { from?: bigint; maxCount?: number }): AsyncIterable<StoredEvent>;
  /** The newest event, or undefined where there is no stream. @throws LogUnavailable · MalformedEvent */
  readLast(stream: string): Promise<StoredEvent | undefined>;
  /**
   * What lies at a place, without its body (`data` is `{}`), or undefined where nothing does. An event that cannot be
   * read is told as well.
   * @throws LogUnavailable
   */
  headAt(stream: string, revision: bigint): Promise<StoredEvent | undefined>;
  /**
   * A stream as it lies in the log, and each event as it can be read; or why it cannot, so that what was spoilt is told
   * and not thrown.
   * @throws LogUnavailable
   */
  readRaw(stream: string): AsyncIterable<{
    readonly raw: RawEvent;
    readonly event: StoredEvent | undefined;
    readonly broken: string | undefined;
  }>;
  /**
   * The whole log as it lies, in order of commit, after `after`, what the server writes for itself included; at most so
   * many.
   * @throws LogUnavailable
   */
  readAllRaw(options: { after?: Position | undefined; maxCount: number }): AsyncIterable<RawEvent>;
  /**
   * Every event after `after` and every one to come, once and in order, until `signal` aborts. Reconnects with backoff
   * from the last event that was handed out; the place of the event is the caller's to store once it has been dealt
   * with. Before each subscription, the first one included, it looks whether that event still lies at its place. Bodies
   * are not decrypted and `data` is `{}`: whoever needs them reads the stream. `onCaughtUp` is called each time it
   * reaches the end.
   * @throws AnotherLog
   */
  follow(options: {
    prefixes: readonly string[];
    after: Place | undefined;
    signal: AbortSignal;
    onCaughtUp?: () => void;
  }): AsyncIterable<StoredEvent>;
  close(): Promise<void>;
}

export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
}
/**
 * The events of one append are more than the server takes at once (1 MiB; encryption makes a payload a third longer).
 */
export class TooLargeToAppend extends Error {
  override readonly name = 'TooLargeToAppend';
}
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';
}
/** The patient was deleted and their key destroyed: nothing can be written of them any more. */
export class KeyDestroyed extends Error {
  override readonly name = 'KeyDestroyed';
}
export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable';
}

/** The event at the follower's place does not lie there (any more): positions of before mean nothing in this log. */
export class AnotherLog extends Error {
  override readonly name = 'AnotherLog';
}

/**
 * An event that cannot be what it should be: broken, tampered with, or of a version that this program does not know.
 * Its stream is to be parked.
 */
export class MalformedEvent extends Error {
  override readonly name = 'MalformedEvent';
  readonly stream: string;
  readonly revision: bigint;
  readonly reason: string;
  /** @param reason a sentence without any of the event's content */
  constructor(stream: string, revision: bigint, reason: string) {
    super(`Event ${revision} of ${stream} cannot be read: ${reason}`);
    this.stream = stream;
    this.revision = revision;
    this.reason = reason;
  }
}

/** A newer program has written this event. Whoever knows its version can read it. */
export class UnknownVersion extends MalformedEvent {
  readonly type: string;
  readonly version: number;
  constructor(stream: string, revision: bigint, type: string, version: number) {
    super(stream, revision, `${type} has no version ${version} here`);
    this.type = type;
    this.version = version;
  }
}

/** Where patients' keys come from: `accounts/patient-keys.ts`. */
export interface PatientKeys {
  /**
   * For writing: runs `work` with the 32-byte key, which is made on first use and never a second time. The key is not
   * destroyed before `work` has ended: what is encrypted with it must be in the log by then. `work` encrypts and sends
   * before it waits for anything.
   * @throws KeyDestroyed, or what `work` throws
   */
  withKey<Result>(patientId: string, work: (key: Buffer) => Promise<Result>): Promise<Result>;
  /**
   * For reading: the key, or undefined once it has been destroyed or was never made. A process that knows a destroyed
   * one may find it for a second more.
   */
  findKey(patientId: string): Promise<Buffer | undefined>;
}

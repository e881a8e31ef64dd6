/**
 * The port to the event log: all that the application knows of it. `eventstoredb.ts` is its one adapter, over
 * `@eventstore/db-client`, for EventStoreDB and for the embedded event log.
 */
import type { DomainEvent, EventMetadata, Recorded } from 'language/domain/command';

export interface NewEvent {
  /** `uuidv5(commandId, index)`. A repeated append with the same ids at the same revision writes nothing. */
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: EventMetadata;
}

/** The global place of an event. Both numbers are stored: a filtered read may miss events with one alone. */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** The position of an event in a log, and the event (`place.ts`). */
export interface EventPosition {
  readonly position: Position;
  readonly stream: string;
  readonly revision: bigint;
  /** Null when an older version of this program stored the place without it. */
  readonly eventId: string | null;
}

/** An event from the log, decrypted and upcast to its newest version. */
export type StoredEvent = Recorded<DomainEvent> & {
  readonly stream: string;
  readonly position: Position | undefined;
  /** When the server wrote the event. */
  readonly created: Date;
  /** True when the patient's key is destroyed. `data` is then `{}`, which every reader must accept. */
  readonly unreadable: boolean;
};

/** An event in its stored form, possibly with an encrypted payload. */
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

/** A page of `readAll`. */
export interface LogPage {
  readonly events: readonly (StoredEvent | MalformedEvent)[];
  /** Where the next page begins; undefined if the log has no more events. */
  readonly last: Position | undefined;
}

export type ExpectedRevision = bigint | 'no_stream';

export interface EventLog {
  /**
   * @returns the revision of the last event written
   * @throws WrongExpectedRevision after another write: fold the tail and decide again
   * @throws TooLargeToAppend nothing was written
   * @throws UnknownOutcome after a timeout or a lost connection: read again and look for the command id first
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<bigint>;
  /**
   * Events in order from `from` (inclusive, default 0n), at most `maxCount`. A stream that does not exist is empty.
   * @throws LogUnavailable · MalformedEvent
   */
  readStream(stream: string, options?: { from?: bigint; maxCount?: number }): AsyncIterable<StoredEvent>;
  /** The position of the newest event of the whole log; undefined in an empty one. @throws LogUnavailable */
  end(): Promise<Position | undefined>;
  /** The newest event; undefined when there is no stream. @throws LogUnavailable · MalformedEvent */
  readLast(stream: string): Promise<StoredEvent | undefined>;
  /**
   * The event at a revision, or the newest one, without its payload (`data` is `{}`), also when the payload cannot be
   * read.
   * @returns undefined when there is no event
   * @throws LogUnavailable
   */
  headAt(stream: string, revision: bigint | 'end'): Promise<StoredEvent | undefined>;
  /**
   * The stored form of each event of a stream, with the event or the reason why it cannot be read.
   * @throws LogUnavailable
   */
  readRaw(stream: string): AsyncIterable<{
    readonly raw: RawEvent;
    readonly event: StoredEvent | undefined;
    readonly broken: string | undefined;
  }>;
  /**
   * At most `maxCount` events of the whole log in their stored form, system events included, in order of commit.
   * @throws LogUnavailable
   */
  readAllRaw(options: { after?: Position | undefined; maxCount: number }): AsyncIterable<RawEvent>;
  /**
   * A page of the whole log with its payloads, in order of commit: at most `maxCount` events, of which those whose stream
   * has one of the prefixes are returned. In the place of an event that cannot be read is the reason. The patients' keys
   * of a page are read together.
   * @throws LogUnavailable
   */
  readAll(options: { prefixes: readonly string[]; after: Position | undefined; maxCount: number }): Promise<LogPage>;
  /**
   * Every event after `after`, also every new one, once and in order, until `signal` aborts. It reconnects with backoff
   * after the last event. The caller stores the place of each event that it has handled. Before each subscription,
   * also the first, it checks that the last event is still at its place. Payloads are not decrypted and `data` is `{}`:
   * a caller that needs them reads the stream. With `types`, the server sends events of these types only. `onCaughtUp` is
   * called each time at the end. `keepsRecent` keeps the newest events with their payloads for `readRecent`.
   * @throws AnotherLog
   */
  follow(options: {
    prefixes: readonly string[];
    types?: readonly string[];
    after: EventPosition | undefined;
    signal: AbortSignal;
    onCaughtUp?: () => void;
    keepsRecent?: true;
  }): AsyncIterable<StoredEvent>;
  /**
   * Like `readStream`, from the memory of `follow`: as far as the current subscription has brought the stream, so the
   * log may hold newer events.
   * @returns undefined when the event at `from` is not in memory
   */
  readRecent(stream: string, options: { from: bigint; maxCount: number }): AsyncIterable<StoredEvent> | undefined;
  close(): Promise<void>;
}

export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
}
/** The events of an append exceed the server's limit (1 MiB; encryption makes a payload a third longer). */
export class TooLargeToAppend extends Error {
  override readonly name = 'TooLargeToAppend';
}
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';
}
/** The patient was deleted and the key destroyed: no event of the patient can be written. */
export class KeyDestroyed extends Error {
  override readonly name = 'KeyDestroyed';
}
export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable';
}

/** The event of a follower's place is not there: stored positions mean nothing in this log. */
export class AnotherLog extends Error {
  override readonly name = 'AnotherLog';
}

/** An event that cannot be read: broken, tampered with, or of an unknown version. Its stream must be parked. */
export class MalformedEvent extends Error {
  override readonly name = 'MalformedEvent';
  readonly stream: string;
  readonly revision: bigint;
  readonly reason: string;
  /** @param reason a sentence without content of the event */
  constructor(stream: string, revision: bigint, reason: string) {
    super(`Event ${revision} of ${stream} cannot be read: ${reason}`);
    this.stream = stream;
    this.revision = revision;
    this.reason = reason;
  }
}

/** A newer program has written this event and can read it. */
export class UnknownVersion extends MalformedEvent {
  readonly type: string;
  readonly version: number;
  constructor(stream: string, revision: bigint, type: string, version: number) {
    super(stream, revision, `${type} has no version ${version} here`);
    this.type = type;
    this.version = version;
  }
}

/** The source of patients' keys (`security/patient-keys.ts`). */
export interface PatientKeys {
  /**
   * For writing: runs `work` with the 32-byte key, which is made once, on first use. The key is not destroyed before
   * `work` ends, and its events must be in the log by then. `work` encrypts and sends before its first wait.
   * @throws KeyDestroyed, or what `work` throws
   */
  withKey<Result>(patientId: string, work: (key: Buffer) => Promise<Result>): Promise<Result>;
  /**
   * For reading: the key; undefined when it was destroyed or never made. A process may still find a destroyed key for a
   * second.
   */
  findKey(patientId: string): Promise<Buffer | undefined>;
  /** Like `findKey`, for many patients at once; the answer holds those that have a key. */
  findKeys(patientIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
}

/** The log's own vocabulary, apart from any protocol. */

/** An event as somebody wants to append it. `data` and `metadata` are kept byte for byte. */
export interface ProposedEvent {
  /** UUID in lower case with hyphens. */
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** An event in its place. */
export interface LoggedEvent extends ProposedEvent {
  /** Place in the whole log, from 1, without gaps, in order of commit. 0 is "before everything". */
  readonly position: bigint;
  readonly stream: string;
  /** Place in the stream, from 0, without gaps; a tombstone has `DELETED`. */
  readonly revision: bigint;
  /** Milliseconds since 1970, never before the event before it. */
  readonly created: number;
}

/**
 * The revision of a tombstone, which is thereby the last event of its stream for ever; as `$tb`, it says that a stream
 * is deleted.
 */
export const DELETED = 2n ** 63n - 1n;
/** The last revision of a stream that has no events. */
export const NO_EVENTS = -1n;

/** What the stream must be like for a write to be done; a bigint is the revision of its last event. */
export type Expected = bigint | 'no_stream' | 'stream_exists' | 'any';

interface Target {
  readonly stream: string;
  readonly expected: Expected;
  /** After this instant (milliseconds since 1970) nobody waits for the answer: a write not yet begun is dropped. */
  readonly deadline: number;
}
export interface Append extends Target {
  readonly kind: 'append';
  readonly events: readonly ProposedEvent[];
}
/** A deleted stream can be written again, where its revisions go on; a tombstoned one never. */
export interface Deletion extends Target {
  readonly kind: 'delete' | 'tombstone';
}
export type Write = Append | Deletion;

/**
 * `revision` and `position` are those of the write's last event; undefined where an empty append found nothing to stand
 * on.
 */
export interface Written {
  readonly kind: 'written';
  readonly revision: bigint | undefined;
  readonly position: bigint | undefined;
}
export interface WrongVersion {
  readonly kind: 'wrong-version';
  /** The stream's last revision; undefined where there is no stream. */
  readonly current: bigint | undefined;
}
/** The stream is tombstoned, or was said to exist and is deleted. */
export interface Deleted {
  readonly kind: 'deleted';
}
export type WriteResult = Written | WrongVersion | Deleted;

/** EventStoreDB's limit for one append: data, metadata and twice the letters of the type, summed over its events. */
export const MAX_APPEND_BYTES = 1024 * 1024;

export const sizeOf = (event: ProposedEvent): number =>
  event.data.length + event.metadata.length + 2 * event.type.length;

/** What an event costs in memory beside its bytes. */
export const EVENT_OVERHEAD = 256;

/** The write was begun, or may have been, and nobody can say whether it was committed. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}
/** Nothing was written: the log cannot be written to just now. */
export class LogAway extends Error {
  override readonly name = 'LogAway';
}
/** Nothing was written: the append is larger than `MAX_APPEND_BYTES`. */
export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge';
}
/** Nothing was done: the request is none, or not one that can be kept or answered. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
}
/** The stream is tombstoned: it cannot be read or written any more. */
export class StreamDeleted extends Error {
  override readonly name = 'StreamDeleted';
  readonly stream: string;

  constructor(stream: string) {
    super(`Event stream '${stream}' is deleted.`);
    this.stream = stream;
  }
}

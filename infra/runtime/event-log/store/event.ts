/** The types and errors of the log, independent of the protocol. */

/** An event to append. `data` and `metadata` are stored byte for byte. */
export interface ProposedEvent {
  /** UUID in lower case with hyphens. */
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** An event of the log. */
export interface LoggedEvent extends ProposedEvent {
  /** The place in the whole log, from 1, without gaps, in order of commit. 0 is before all events. */
  readonly position: bigint;
  readonly stream: string;
  /** The place in the stream, from 0, without gaps; a tombstone has `DELETED`. */
  readonly revision: bigint;
  /** Milliseconds since 1970, never earlier than those of the previous event. */
  readonly created: number;
}

/** The revision of a tombstone: no event of the stream can follow it. As `$tb` it marks a deleted stream. */
export const DELETED = 2n ** 63n - 1n;
/** The last revision of a stream without events. */
export const NO_EVENTS = -1n;

/** The state of the stream that a write expects; a bigint is the revision of its last event. */
export type Expected = bigint | 'no_stream' | 'stream_exists' | 'any';

interface Target {
  readonly stream: string;
  readonly expected: Expected;
  /** After this instant (milliseconds since 1970) a write that has not begun is dropped. */
  readonly deadline: number;
}
export interface Append extends Target {
  readonly kind: 'append';
  readonly events: readonly ProposedEvent[];
}
/** A deleted stream can be written again, and its revisions continue. A tombstoned stream cannot. */
export interface Deletion extends Target {
  readonly kind: 'delete' | 'tombstone';
}
export type Write = Append | Deletion;

/** `revision` and `position` belong to the last event of the write; undefined for an empty append to no stream. */
export interface Written {
  readonly kind: 'written';
  readonly revision: bigint | undefined;
  readonly position: bigint | undefined;
}
export interface WrongVersion {
  readonly kind: 'wrong-version';
  /** The last revision of the stream; undefined when there is no stream. */
  readonly current: bigint | undefined;
}
/** The stream is tombstoned, or the write expected it to exist and it is deleted. */
export interface Deleted {
  readonly kind: 'deleted';
}
export type WriteResult = Written | WrongVersion | Deleted;

/** EventStoreDB's limit of an append: the sum of data, metadata and twice the letters of the type of its events. */
export const MAX_APPEND_BYTES = 1024 * 1024;

export const sizeOf = (event: ProposedEvent): number =>
  event.data.length + event.metadata.length + 2 * event.type.length;

/** The memory of an event besides its bytes. */
export const EVENT_OVERHEAD = 256;

/** The write may have begun, and it is not known whether it was committed. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}
/** Nothing was written: the log is not available now. */
export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable';
}
/** Nothing was written: the append is larger than `MAX_APPEND_BYTES`. */
export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge';
}
/** Nothing was done: the request is malformed, or the log cannot store or answer it. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
}
/** The stream is tombstoned: it can never be read or written again. */
export class StreamDeleted extends Error {
  override readonly name = 'StreamDeleted';
  readonly stream: string;

  constructor(stream: string) {
    super(`Event stream '${stream}' is deleted.`);
    this.stream = stream;
  }
}

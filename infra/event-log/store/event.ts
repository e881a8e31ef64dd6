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
  /** Place in the stream, from 0, without gaps. */
  readonly revision: bigint;
  readonly created: Date;
}

/** What the stream must be like for an append to be written; a bigint is the revision of its last event. */
export type Expected = bigint | 'no_stream' | 'stream_exists' | 'any';

export interface Append {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: readonly ProposedEvent[];
  /** After this instant (milliseconds since 1970) nobody waits for the answer: an append not yet begun is dropped. */
  readonly deadline: number;
}

/** `revision` and `position` are those of the append's last event; undefined where an empty append found no stream. */
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
export type AppendResult = Written | WrongVersion;

/** EventStoreDB's limit for one append: data, metadata and twice the letters of the type, summed over its events. */
export const MAX_APPEND_BYTES = 1024 * 1024;

export const sizeOf = (event: ProposedEvent): number => event.data.length + event.metadata.length + 2 * event.type.length;

/** The append was begun, or may have been, and nobody can say whether it was committed. */
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
/** Nothing was done: the request is not one that can be kept or answered. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
}

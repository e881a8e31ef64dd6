/**
 * What is known of the streams used most recently: where each ends, and its metadata. Every committed event moves what
 * is here, so what is here is right; the writer and the readers share it.
 */
import { DELETED, type LoggedEvent } from './event.ts';
import { isMetastream, originalOf } from './stream-names.ts';
import { METASTREAM_METADATA, NO_METADATA, streamMetadataOf, type StreamMetadata } from './stream-metadata.ts';

export interface StreamState {
  /** The revision of the last event: -1n where there is none, `DELETED` where the stream is tombstoned. */
  readonly head: bigint;
  readonly metadata: StreamMetadata;
}

const MAX_STREAMS = 100_000;

export class KnownStreams {
  readonly #states = new Map<string, StreamState>();
  #trusted = true;

  get(stream: string): StreamState | undefined {
    return this.#states.get(stream);
  }

  /** A state read from the table, such that no event of the stream has been committed since. */
  learn(stream: string, state: StreamState): void {
    if (!this.#trusted) return;
    this.#states.delete(stream);
    this.#states.set(stream, state);
    if (this.#states.size <= MAX_STREAMS) return;
    const [oldest] = this.#states.keys();
    if (oldest !== undefined) this.#states.delete(oldest);
  }

  /** An event that has been committed. Of a stream that is not known nothing is learnt: it may have metadata. */
  apply(event: LoggedEvent): void {
    for (const [stream, state] of statesAfter(event, (name) => this.#states.get(name))) this.learn(stream, state);
  }

  /** A transaction may have been committed unseen: until `trust` is called only the table knows. */
  distrust(): void {
    this.#trusted = false;
    this.#states.clear();
  }

  trust(): void {
    this.#trusted = true;
  }
}

/**
 * The known states that an event changes: that of its stream, and, if it is metadata, that of the stream they are
 * about.
 */
export function* statesAfter(
  event: LoggedEvent,
  stateOf: (stream: string) => StreamState | undefined,
): Generator<[string, StreamState]> {
  const own = stateOf(event.stream);
  if (own) yield [event.stream, { ...own, head: event.revision }];
  if (!isMetastream(event.stream)) return;
  const about = originalOf(event.stream);
  const original = stateOf(about);
  // A metastream's own metadata are fixed, whatever its metastream says.
  if (original && !isMetastream(about)) yield [about, { ...original, metadata: streamMetadataOf(event) }];
}

/** @param metadata the newest event of its metastream */
export const stateFrom = (
  stream: string,
  head: bigint,
  metadata: Pick<LoggedEvent, 'data' | 'isJson'> | undefined,
): StreamState => ({
  head,
  metadata: isMetastream(stream) ? METASTREAM_METADATA : metadata ? streamMetadataOf(metadata) : NO_METADATA,
});

/**
 * Which of a stream's events are to be seen: from a revision on, and created at or after an instant (milliseconds since
 * 1970).
 */
export interface Visible {
  readonly from: bigint;
  readonly since: number;
}

export function visibleOf({ head, metadata }: StreamState, now: number): Visible {
  const { maxCount, maxAge, truncateBefore } = metadata;
  const lastOnes = maxCount === undefined || head === DELETED ? 0n : head - maxCount + 1n;
  return {
    from: [lastOnes, truncateBefore ?? 0n].reduce((most, next) => (next > most ? next : most), 0n),
    since: maxAge === undefined ? Number.NEGATIVE_INFINITY : Math.max(now - maxAge, 0),
  };
}

/**
 * The state of the most recently used streams: the last revision and the metadata. Every committed event updates it, so
 * a state in the cache is current. The writer and the readers share the cache.
 */
import { LRUCache } from 'lru-cache';
import { DELETED, type LoggedEvent } from './event.ts';
import { isMetastream, originalOf } from './stream-names.ts';
import { METASTREAM_METADATA, NO_METADATA, streamMetadataOf, type StreamMetadata } from './stream-metadata.ts';

export interface StreamState {
  /** The revision of the last event: -1n without events, `DELETED` for a tombstoned stream. */
  readonly head: bigint;
  readonly metadata: StreamMetadata;
}

const MAX_STREAMS = 100_000;

export class KnownStreams {
  readonly #states = new LRUCache<string, StreamState>({ max: MAX_STREAMS });
  #isTrusted = true;

  get(stream: string): StreamState | undefined {
    return this.#states.get(stream);
  }

  /** @param state read from the table, with no commit to the stream since then */
  learn(stream: string, state: StreamState): void {
    if (this.#isTrusted) this.#states.set(stream, state);
  }

  /** Applies a committed event to the known states. An unknown stream stays unknown: it may have metadata. */
  apply(event: LoggedEvent): void {
    for (const [stream, state] of statesAfter(event, (name) => this.#states.get(name))) this.learn(stream, state);
  }

  /** A commit may have gone unseen: the cache stays empty until `trust` is called. */
  distrust(): void {
    this.#isTrusted = false;
    this.#states.clear();
  }

  trust(): void {
    this.#isTrusted = true;
  }
}

/** The known states that an event changes: its stream's and, for metadata, the state of the described stream. */
export function* statesAfter(
  event: LoggedEvent,
  stateOf: (stream: string) => StreamState | undefined,
): Generator<[string, StreamState]> {
  const own = stateOf(event.stream);
  if (own) yield [event.stream, { ...own, head: event.revision }];
  if (!isMetastream(event.stream)) return;
  const described = originalOf(event.stream);
  const original = stateOf(described);
  // The metadata of a metastream are fixed.
  if (original && !isMetastream(described)) yield [described, { ...original, metadata: streamMetadataOf(event) }];
}

/** @param metadata the newest event of the metastream */
export const stateFrom = (
  stream: string,
  head: bigint,
  metadata: Pick<LoggedEvent, 'data' | 'isJson'> | undefined,
): StreamState => ({
  head,
  metadata: isMetastream(stream) ? METASTREAM_METADATA : metadata ? streamMetadataOf(metadata) : NO_METADATA,
});

/** Which events of a stream are visible: from a revision on, created at or after `since` (milliseconds since 1970). */
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

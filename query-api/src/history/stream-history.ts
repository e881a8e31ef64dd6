/**
 * The history of a stream: each event with the state before and after it, by the `evolve` that commands use. The part
 * of a stream that was read is cached, so a later read costs its tail only. The log is asked every time
 * (docs/decisions/read-side/history-from-the-log.md).
 */
import { LRUCache } from 'lru-cache';
import type { Aggregate } from 'language/domain/aggregates';
import type { EventLog, StoredEvent } from 'service-kit/event-log/port';
import { recordedAtOf } from 'language/domain/command';
import { isAlwaysReadable } from 'service-kit/event-log/vocabulary';

/** An event with the state before and after it. */
export interface Transition<State> {
  /** An `unreadable` event does not change the state. */
  readonly event: StoredEvent;
  readonly before: State;
  readonly after: State;
}

export interface StreamHistory<State> {
  /** The state of a stream without events. */
  readonly initial: State;
  stream(id: string): string;
  /**
   * All transitions in order, in batches. The cached part is one batch: a step of the iterator for each of thousands of
   * events takes longer than the work on them. A caller may stop early.
   * @throws LogUnavailable · MalformedEvent
   */
  transitions(id: string): AsyncGenerator<readonly Transition<State>[]>;
  /** The events without their data, for a patient whose key is destroyed. Ignores and clears the cache. */
  redacted(id: string): AsyncGenerator<readonly Transition<State>[]>;
  /** The stream's newest event without its data; undefined if there is no stream. @throws LogUnavailable */
  newest(id: string): Promise<StoredEvent | undefined>;
}

/** The cache's size, in characters of the events' data: of all streams of a kind. */
const CACHE_SIZE = 64 * 1024 * 1024;
/** The maximum of one stream; of a longer stream the beginning is cached. */
const MAX_STREAM_SIZE = CACHE_SIZE / 2;
/** The size of a transition beside its data: each event copies the fold's arrays, but not their items. */
const OVERHEAD = 2_000;
/** Transitions of a batch. */
const BATCH = 100;

interface CachedStream<State> {
  readonly transitions: Transition<State>[];
  readonly size: number;
}

export function createStreamHistory<State>(
  log: Pick<EventLog, 'readStream' | 'headAt'>,
  aggregate: Aggregate<State>,
  cacheSize = CACHE_SIZE,
  maxStreamSize = MAX_STREAM_SIZE,
): StreamHistory<State> {
  const cache = new LRUCache<string, CachedStream<State>>({ maxSize: cacheSize });

  /** Adds transitions that follow the cached ones. Of two readers at once, the second has read the same. */
  const addToCache = (id: string, after: number, fresh: readonly Transition<State>[], freshSize: number): void => {
    const { transitions, size } = cache.get(id) ?? { transitions: [], size: 0 };
    if (fresh.length === 0 || transitions.length !== after) return;
    for (const transition of fresh) transitions.push(transition);
    cache.set(id, { transitions, size: size + freshSize }, { size: size + freshSize });
  };

  return {
    initial: aggregate.initial,
    stream: (id) => aggregate.stream(id),
    newest: (id) => log.headAt(aggregate.stream(id), 'end'),
    async *transitions(id) {
      // A copy: other readers may add to the cached stream meanwhile.
      const cached = cache.get(id)?.transitions.slice() ?? [];
      if (cached.length > 0) yield cached;
      const last = cached.at(-1);
      const maxSize = maxStreamSize - (cache.get(id)?.size ?? 0);
      let batch: Transition<State>[] = [];
      let state = last?.after ?? aggregate.initial;
      const fresh: Transition<State>[] = [];
      let size = 0;
      let isFull = false;
      try {
        for await (const event of log.readStream(aggregate.stream(id), {
          from: last ? last.event.revision + 1n : 0n,
        })) {
          const transition = { event, before: state, after: event.unreadable ? state : aggregate.fold(state, event) };
          state = transition.after;
          const cost: number = isFull ? 0 : OVERHEAD + JSON.stringify(event.data).length;
          isFull ||= size + cost > maxSize;
          if (!isFull) {
            fresh.push(transition);
            size += cost;
          }
          batch.push(transition);
          if (batch.length < BATCH) continue;
          yield batch;
          batch = [];
        }
        if (batch.length > 0) yield batch;
      } finally {
        addToCache(id, cached.length, fresh, size);
      }
    },
    async *redacted(id) {
      cache.delete(id);
      for await (const event of log.readStream(aggregate.stream(id))) {
        const isReadable = isAlwaysReadable(event.type);
        yield [
          {
            event: isReadable ? event : { ...event, data: {}, unreadable: true },
            before: aggregate.initial,
            after: aggregate.initial,
          },
        ];
      }
    },
  };
}

/** The state after the newest event. @throws LogUnavailable · MalformedEvent */
export async function newestState<State>(history: StreamHistory<State>, id: string): Promise<State> {
  let state = history.initial;
  for await (const batch of history.transitions(id)) state = batch.at(-1)?.after ?? state;
  return state;
}

interface BatchOf<State> {
  readonly id: string;
  readonly batch: readonly Transition<State>[];
}

/**
 * The transitions of a stream in batches; those of several streams, which are short, in the order in which the log
 * recorded them.
 */
export async function* inOrder<State>(
  history: StreamHistory<State>,
  ids: readonly string[],
  isErased: boolean,
): AsyncGenerator<BatchOf<State>> {
  const all: { id: string; transition: Transition<State>; at: number }[] = [];
  for (const id of ids) {
    for await (const batch of isErased ? history.redacted(id) : history.transitions(id)) {
      if (ids.length === 1) yield { id, batch };
      else
        for (const transition of batch)
          all.push({ id, transition, at: Date.parse(recordedAtOf(transition.event.metadata)) });
    }
  }
  // Stable: within a stream, its own order.
  all.sort((one, other) => one.at - other.at);
  for (const { id, transition } of all) yield { id, batch: [transition] };
}

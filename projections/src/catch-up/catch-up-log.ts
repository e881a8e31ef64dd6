/**
 * Catches up all streams from pages of the whole log: for a dispatcher that was away. A wake-up for each stream would
 * read each of them from the log again, once for each projection (docs/decisions/read-side/wake-ups.md).
 */
import { LRUCache } from 'lru-cache';
import { placeOf } from 'service-kit/event-log/place';
import { type EventLog, MalformedEvent, type Place, type StoredEvent } from 'service-kit/event-log/port';
import type { Logger } from 'service-kit/process/logger';
import type { Sources } from './catch-up.ts';
import { logPages } from './log-pages.ts';
import { lookAtAll } from './worker.ts';
import { type WakeUp, wakeUpsOf } from '../queue/wake-up.ts';
import { allPrefixes, AUDIT } from '../schema/projections.ts';

/** Events that are caught up together. */
const EVENTS = 5_000;
/** Streams whose last event is remembered, so that the next ones need no read of the stream. */
const REMEMBERED = 50_000;

/** Events that have been caught up. */
export interface CaughtUp {
  /** Streams that are to be looked at by the worker: those that failed, and those with more events. */
  readonly failed: readonly WakeUp[];
  readonly unfinished: readonly WakeUp[];
  /** The newest revision of each stream. */
  readonly heads: ReadonlyMap<string, bigint>;
  /** The place of the last event. */
  readonly last: Place | undefined;
}

/**
 * From `after` to the end of the log, some thousand events at a time. Workers may catch up the same streams meanwhile.
 * @throws LogUnavailable
 */
export async function* catchUpLog(
  sources: Sources,
  logger: Logger,
  after: Place | undefined,
  eventsTogether = EVENTS,
): AsyncGenerator<CaughtUp> {
  const batch = new EventBatch(sources.log);
  for await (const page of logPages(sources.log, { prefixes: allPrefixes, after: after?.position })) {
    for (const event of page.events) {
      batch.add(event);
      if (batch.size >= eventsTogether) yield await catchUpBatch(sources, logger, batch);
    }
  }
  if (batch.size > 0) yield await catchUpBatch(sources, logger, batch);
}

/** Leaves the batch empty. The audit is written beside the other rows: one folds while Postgres works for the other. */
async function catchUpBatch(sources: Sources, logger: Logger, batch: EventBatch): Promise<CaughtUp> {
  const { heads, last } = batch;
  const wakeUps = wakeUpsOf(heads.keys());
  const looks = await Promise.all(
    [
      wakeUps.filter(({ projection }) => projection !== AUDIT),
      wakeUps.filter(({ projection }) => projection === AUDIT),
    ].map((some) => lookAtAll({ ...sources, log: batch.log }, logger, some, 1)),
  );
  batch.clear();
  return {
    failed: looks.flatMap(({ failed }) => failed.map(({ wakeUp }) => wakeUp)),
    unfinished: looks.flatMap(({ unfinished }) => unfinished),
    heads,
    last,
  };
}

/** Events by stream, and a log that has them in memory. */
class EventBatch {
  readonly log: EventLog;
  heads = new Map<string, bigint>();
  last: Place | undefined;
  size = 0;
  #events = new Map<string, StoredEvent[]>();
  /** Streams with an event that cannot be read: they are read from the log, which says why. */
  #broken = new Set<string>();
  /** The last event of streams of earlier batches, without its payload: catching up compares its id. */
  readonly #before = new LRUCache<string, StoredEvent>({ max: REMEMBERED });

  constructor(log: EventLog) {
    this.log = { ...log, readRecent: (stream, { from, maxCount }) => this.#read(stream, from, maxCount) };
  }

  add(event: StoredEvent | MalformedEvent): void {
    const { stream, revision } = event;
    this.size += 1;
    this.heads.set(stream, revision);
    if (event instanceof MalformedEvent) {
      this.#broken.add(stream);
      return;
    }
    this.last = placeOf(event) ?? this.last;
    const known = this.#events.get(stream);
    if (known) known.push(event);
    else this.#events.set(stream, [event]);
  }

  clear(): void {
    for (const [stream, events] of this.#events) {
      const last = events.at(-1);
      if (last && !this.#broken.has(stream)) this.#before.set(stream, { ...last, data: {} });
      else this.#before.delete(stream);
    }
    this.#events = new Map();
    this.#broken = new Set();
    this.heads = new Map();
    this.size = 0;
  }

  /** @returns undefined if the event at `from` is not here */
  #read(stream: string, from: bigint, maxCount: number): AsyncIterable<StoredEvent> | undefined {
    if (this.#broken.has(stream)) return undefined;
    const events = this.#events.get(stream) ?? [];
    const before = this.#before.get(stream);
    const first = events[0];
    const all = before && first?.revision === before.revision + 1n ? [before, ...events] : events;
    const start = all.findIndex(({ revision }) => revision === from);
    return start === -1 ? undefined : inOrder(all.slice(start, start + maxCount));
  }
}

async function* inOrder(events: readonly StoredEvent[]): AsyncGenerator<StoredEvent> {
  yield* events;
}

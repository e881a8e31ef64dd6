/**
 * Catches up all streams from pages of the whole log: for a dispatcher that was away, and for a rebuild. A wake-up for
 * each stream would read each of them from the log again, once for each projection
 * (docs/decisions/read-side/wake-ups.md).
 */
import { LRUCache } from 'lru-cache';
import { placeOf } from 'service-kit/event-log/place';
import {
  type EventLog,
  type LogPage,
  MalformedEvent,
  type EventPosition,
  type Position,
  type StoredEvent,
} from 'service-kit/event-log/port';
import { catchUpAll, type FailedWakeUp, type Sources } from './catch-up.ts';
import { type WakeUp, wakeUpsOf } from '../queue/wake-up.ts';
import { allPrefixes, AUDIT, type ProjectionName, projectionNames } from '../schema/projections.ts';

/** Events that are caught up together. */
const EVENTS = 5_000;
/** Streams whose last event is remembered, so that the next ones need no read of the stream. */
const REMEMBERED = 50_000;
/** Events of the log in a page, those without a read model included. The embedded log reads 300 at a time. */
const PAGE = 900;
/** The log reads while events are folded. */
const PAGES_AHEAD = 3;

export interface LogPart {
  /** The events after it; undefined: from the beginning. */
  readonly after: Position | undefined;
  /** No page begins after it. By default to the end of the log. */
  readonly until?: Position;
  /** All by default. */
  readonly projections?: readonly ProjectionName[];
  /** The prefixes of their streams. */
  readonly prefixes?: readonly string[];
  readonly eventsTogether?: number;
}

/** Events that have been caught up. */
export interface CaughtUp {
  /** Streams that failed, and those with more events: the worker is to look at them. */
  readonly errors: readonly FailedWakeUp[];
  readonly unfinished: readonly WakeUp[];
  /** The newest revision of each stream. */
  readonly heads: ReadonlyMap<string, bigint>;
  /** The place of the last event. */
  readonly last: EventPosition | undefined;
  /** Events. */
  readonly size: number;
}

/**
 * Some thousand events at a time. Workers may catch up the same streams meanwhile.
 * @throws LogUnavailable
 */
export async function* catchUpLog(sources: Sources, part: LogPart): AsyncGenerator<CaughtUp> {
  const { projections = projectionNames, prefixes = allPrefixes, eventsTogether = EVENTS } = part;
  const batch = new EventBatch(sources.log);
  for await (const page of pagesOf(sources.log, { ...part, prefixes })) {
    for (const event of page.events) {
      batch.add(event);
      if (batch.size >= eventsTogether) yield await catchUpBatch(sources, projections, batch);
    }
  }
  if (batch.size > 0) yield await catchUpBatch(sources, projections, batch);
}

/** Leaves the batch empty. The audit is written beside the other rows: one folds while Postgres works for the other. */
async function catchUpBatch(
  sources: Sources,
  projections: readonly ProjectionName[],
  batch: EventBatch,
): Promise<CaughtUp> {
  const { heads, last, size } = batch;
  const wakeUps = wakeUpsOf(heads.keys()).filter(({ projection }) => projections.includes(projection));
  const looks = await Promise.all(
    [
      wakeUps.filter(({ projection }) => projection !== AUDIT),
      wakeUps.filter(({ projection }) => projection === AUDIT),
    ].map((some) => catchUpAll({ ...sources, log: batch.log }, some)),
  );
  batch.clear();
  return {
    errors: looks.flatMap(({ errors }) => errors),
    unfinished: looks.flatMap(({ unfinished }) => unfinished),
    heads,
    last,
    size,
  };
}

/** Pages of the whole log, read ahead. */
async function* pagesOf(
  log: Pick<EventLog, 'readAll'>,
  { prefixes, after, until }: LogPart & { readonly prefixes: readonly string[] },
): AsyncGenerator<LogPage> {
  const read = (from: Position | undefined): Promise<LogPage> => log.readAll({ prefixes, after: from, maxCount: PAGE });
  const isEnd = ({ last }: LogPage): boolean =>
    last === undefined || (until !== undefined && last.commit >= until.commit);
  const ahead = [read(after)];
  for (let page = ahead.shift(); page !== undefined; page = ahead.shift()) {
    let newest = ahead.at(-1) ?? page;
    while (ahead.length < PAGES_AHEAD) {
      newest = newest.then((before) => (isEnd(before) ? before : read(before.last)));
      // A failure is thrown where its page is taken.
      newest.catch(() => undefined);
      ahead.push(newest);
    }
    const taken = await page;
    yield taken;
    if (isEnd(taken)) return;
  }
}

/** Events by stream, and a log that has them in memory. */
class EventBatch {
  readonly log: EventLog;
  heads = new Map<string, bigint>();
  last: EventPosition | undefined;
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

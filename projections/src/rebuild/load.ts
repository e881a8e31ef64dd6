/**
 * The first part of a rebuild: reads the whole log once, folds the events of thousands of streams in memory, and writes
 * many streams in one transaction. What cannot be folded is left to `approach.ts`.
 */
import { setImmediate } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type EventLog, MalformedEvent, type Position, type StoredEvent } from 'service-kit/event-log/port';
import type { LoadProgress } from './next-schema.ts';
import type { Scope } from './scope.ts';
import { type LoadedStream, type Place, type TakenLoad, takeLoad, writeLoad } from './write-load.ts';
import { projectKnown } from '../catch-up/catch-up.ts';
import { NOTHING, readStreams } from '../catch-up/checkpoint.ts';
import { groupBy } from 'service-kit/aggregates/group-by';
import { isTransient } from '../catch-up/failure.ts';
import { logPages } from '../catch-up/log-pages.ts';
import { readModels } from '../read-models/all.ts';
import { StreamRows } from '../read-models/stream-rows.ts';
import { type ProjectionName, projectionsOf } from '../schema/projections.ts';

/** Folded without a pause. */
const FOLD_EVENTS = 100;
/** Events in one transaction. */
const EVENTS_PER_WRITE = 20_000;
/** Text of rows; a transaction ends early when the changed streams hold more. */
const WRITE_BYTES = 48 * 1024 * 1024;
/** Text of the rows that stay in memory after a transaction, those of the streams that were changed last. */
const KEEP_BYTES = 48 * 1024 * 1024;
/** Streams in one read of rows. */
const READ_STREAMS = 500;

export interface LoadOptions {
  readonly scope: Scope;
  /** The last event to load, and the events that workers have not passed. */
  readonly until: Position;
  /** Streams that are parked, by `keyOf`, with the event at which they stopped. */
  readonly parked: ReadonlyMap<string, bigint>;
  readonly from: LoadProgress;
  readonly eventsPerWrite?: number;
  readonly signal: AbortSignal;
  /** After each page. */
  readonly report: (events: number, at: Position | undefined) => void;
}

export const keyOf = (projection: ProjectionName, stream: string): string => `${projection}/${stream}`;

/** @returns the number of events, those before an interruption included @throws the reason of `signal` */
export async function load(pool: Pool, log: EventLog, options: LoadOptions): Promise<number> {
  const { scope, until, signal, report } = options;
  const loading = new Loading(pool, options);
  let { after, events } = options.from;
  for await (const page of logPages(log, { prefixes: scope.prefixes, after, until })) {
    after = page.last ?? after;
    const wanted = page.events.filter((one) => one instanceof MalformedEvent || isUntil(one, until));
    await loading.fold(wanted);
    events += wanted.length;
    report(events, after);
    if (loading.isFull) await loading.write({ after, events });
    signal.throwIfAborted();
  }
  await loading.write({ after, events });
  await loading.written();
  return events;
}

const isUntil = ({ position }: StoredEvent, until: Position): boolean =>
  position === undefined || position.commit <= until.commit;

class Loading {
  readonly #pool: Pool;
  readonly #options: LoadOptions;
  /** The streams that were changed last come last. */
  readonly #streams = new Map<string, LoadedStream>();
  /** Streams at an event that cannot be folded. */
  readonly #stopped = new Set<string>();
  #events = 0;
  #written = Promise.resolve();

  constructor(pool: Pool, options: LoadOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  get isFull(): boolean {
    return (
      this.#events >= (this.#options.eventsPerWrite ?? EVENTS_PER_WRITE) || this.#bytes() >= WRITE_BYTES + KEEP_BYTES
    );
  }

  #bytes(): number {
    let bytes = 0;
    for (const { rows } of this.#streams.values()) bytes += rows.bytes;
    return bytes;
  }

  async fold(events: readonly (StoredEvent | MalformedEvent)[]): Promise<void> {
    const { projections } = this.#options.scope;
    const targets = events.map((event) => ({
      event,
      names: projectionsOf(event.stream).filter((name) => projections.includes(name)),
    }));
    await this.#readRows(targets);
    for (const [nth, { event, names }] of targets.entries()) {
      for (const name of names) this.#foldOne(name, event);
      // Lets the log's next events in: the log would wait until this page is folded.
      if (nth % FOLD_EVENTS === 0) await setImmediate();
    }
    this.#events += events.length;
  }

  /** Reads the rows of streams that began earlier and are not in memory. */
  async #readRows(
    targets: readonly { readonly event: StoredEvent | MalformedEvent; readonly names: readonly ProjectionName[] }[],
  ): Promise<void> {
    const missing = new Map<string, { projection: ProjectionName; stream: string }>();
    const met = new Set<string>();
    for (const { event, names } of targets)
      for (const projection of names) {
        const key = keyOf(projection, event.stream);
        if (met.has(key) || this.#streams.has(key) || this.#stopped.has(key)) continue;
        met.add(key);
        if (event.revision > 0n) missing.set(key, { projection, stream: event.stream });
      }
    for (const [projection, group] of groupBy([...missing.values()], (one) => one.projection))
      for (let from = 0; from < group.length; from += READ_STREAMS) {
        const streams = group.slice(from, from + READ_STREAMS).map(({ stream }) => stream);
        for (const [stream, { progress, rows }] of await readStreams(this.#pool, readModels[projection], streams)) {
          const { revision, eventId } = progress;
          const isStored = revision !== NOTHING;
          const loaded = { projection, stream, rows, revision, eventId, isStored, isChanged: false };
          this.#streams.set(keyOf(projection, stream), loaded);
        }
      }
  }

  #foldOne(projection: ProjectionName, event: StoredEvent | MalformedEvent): void {
    const key = keyOf(projection, event.stream);
    if (this.#stopped.has(key)) return;
    const known = this.#streams.get(key);
    const one: LoadedStream = known ?? {
      projection,
      stream: event.stream,
      rows: new StreamRows(),
      revision: NOTHING,
      eventId: null,
      isStored: false,
      isChanged: false,
    };
    const parkedAt = this.#options.parked.get(key);
    if (event.revision <= one.revision || (parkedAt !== undefined && event.revision >= parkedAt)) return;
    const isFoldable = !(event instanceof MalformedEvent) && event.revision === one.revision + 1n;
    if (!isFoldable || !apply(one, event)) {
      this.#stop(key);
      return;
    }
    if (known) this.#streams.delete(key);
    this.#streams.set(key, one);
  }

  /** Begins to write, once what was written before is committed. Events are folded meanwhile. */
  async write(place: Place): Promise<void> {
    await this.#written;
    const changed = [...this.#streams.values()].filter(({ isChanged }) => isChanged);
    const taken = takeLoad(changed);
    this.#events = 0;
    this.#written = this.#store(changed, taken, place);
    this.#written.catch(() => undefined);
  }

  /** @throws transient errors */
  written(): Promise<void> {
    return this.#written;
  }

  async #store(changed: readonly LoadedStream[], taken: TakenLoad, place: Place): Promise<void> {
    try {
      await writeLoad(this.#pool, this.#options.scope.described, taken, place);
    } catch (error) {
      if (isTransient(error)) throw error;
      // Postgres refuses a value. `approach.ts` finds the stream.
      for (const { projection, stream } of changed) this.#stop(keyOf(projection, stream));
      await writeLoad(this.#pool, this.#options.scope.described, takeLoad([]), place);
    }
    this.#evict();
  }

  /** Streams that are changed again already are written first. */
  #evict(): void {
    let bytes = this.#bytes();
    for (const [key, { rows, isChanged }] of this.#streams) {
      if (bytes <= KEEP_BYTES) return;
      if (isChanged) continue;
      bytes -= rows.bytes;
      this.#streams.delete(key);
    }
  }

  /** The rows since the last write are of no use; `approach.ts` goes on from the checkpoint of the last write. */
  #stop(key: string): void {
    this.#streams.delete(key);
    this.#stopped.add(key);
  }
}

/** @returns false if the event cannot be projected; then the rows are of no use any more @throws transient errors */
function apply(one: LoadedStream, event: StoredEvent): boolean {
  try {
    if (!event.unreadable) one.rows.apply(projectKnown(readModels[one.projection], one.rows, event));
  } catch (error) {
    if (isTransient(error)) throw error;
    return false;
  }
  one.revision = event.revision;
  one.eventId = event.id;
  one.isChanged = true;
  return true;
}

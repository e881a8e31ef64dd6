/** Folds streams into states, with a bounded cache. A load of a cached stream reads only its tail. */
import { LRUCache } from 'lru-cache';
import { type Aggregate, aggregates, type StreamOwner } from 'language/domain/aggregates';
import { type DomainEvent, type Recorded, recordedAtOf } from 'language/domain/command';
import { revisionToJson } from 'language/domain/values/revision';
import type { EventLog } from '../event-log/port.ts';

/** A command that has written to the stream. */
export interface Written {
  readonly command: string;
  /** The entity within the stream, when the command names one. */
  readonly target: string | undefined;
  /** The revision of its last event. */
  readonly last: bigint;
}

/**
 * The commands that have written to a stream, by id. The folds of a stream share it, so it may know more commands than
 * a fold's state, never fewer. Proposed commands lie in a layer above it, which costs no copy.
 */
export class Commands {
  readonly #own = new Map<string, Written>();
  readonly #below: Commands | undefined;

  constructor(below?: Commands) {
    this.#below = below;
  }

  get(id: string): Written | undefined {
    return this.#own.get(id) ?? this.#below?.get(id);
  }

  set(id: string, written: Written): void {
    this.#own.set(id, written);
  }

  /** Merges the layers, when the proposed events are in the log. */
  settled(): Commands {
    if (!this.#below) return this;
    const all = this.#below.settled();
    for (const [id, written] of this.#own) all.set(id, written);
    return all;
  }
}

export interface Folded<State> {
  readonly state: State;
  /** The revision of the last event; undefined when there is no stream. */
  readonly revision: bigint | undefined;
  /** When the last event was recorded; undefined when there is no stream. */
  readonly recordedAt: string | undefined;
  readonly commands: Commands;
  /** About the memory that it takes: the size of all of its events (`sizeOfEvent`). */
  readonly bytes: number;
}

/** An instant for commands that decide together: each stream is read once for all of them, and not before it. */
export interface BatchInstant {
  readonly since: Date;
}

/** The fold of one kind of stream, without a log. */
export interface Fold<State> {
  stream(id: string): string;
  place(state: State, id: string): StreamOwner;
  /** The fold of a stream without events. */
  nothing(): Folded<State>;
  /** The fold with further events. The given one does not change. */
  extend(folded: Folded<State>, events: readonly Recorded<DomainEvent>[]): Folded<State>;
}

export interface FoldCache<State> extends Omit<Fold<State>, 'nothing'> {
  /**
   * The fold of the whole stream now, or at `instant`: the cache and the tail.
   * @param mark of the streams of this kind (`team-writes.ts`): the tail is not read while the mark is the same
   * @throws LogUnavailable
   */
  load(id: string, instant?: BatchInstant, mark?: bigint): Promise<Folded<State>>;
  /** The fold in the cache, which may be old. Only an append at its revision proves that it is current. */
  peek(id: string): Folded<State> | undefined;
  /** A state that is at most 30 s old: for names and labels, never for a decision. @throws LogUnavailable */
  loadRecent(id: string): Promise<State>;
  /** The state now, when `loadRecent` lacks something. One read serves all calls of a second. @throws LogUnavailable */
  loadAgain(id: string): Promise<State>;
  /** The state after the event of `revision`: for the answer to a repeated command. @throws LogUnavailable */
  loadAt(id: string, revision: bigint): Promise<State>;
  /** Caches the fold, whose events are in the log. */
  keep(id: string, folded: Folded<State>): void;
  /** The next load reads the whole stream. */
  forget(id: string): void;
}

interface Cached<State> {
  readonly folded: Folded<State>;
  readonly readAt: number;
  /** The mark that was known when the stream was read, and when that was. */
  readonly mark?: { readonly number: bigint; readonly at: number };
}

const RECENT_MS = 30_000;
const AGAIN_MS = 1_000;
const MISSED_STREAMS = 200;

/** The size of an event beside its texts: its command's id and the objects of the state. */
const EVENT_BYTES = 400;
const VALUE_BYTES = 16;

/** About what an event adds to the memory of a state. Never too small by much: a state keeps at most what events bring. */
export const sizeOfEvent = ({ data }: { readonly data: unknown }): number => EVENT_BYTES + sizeOfValue(data);

function sizeOfValue(value: unknown): number {
  if (typeof value === 'string') return VALUE_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return VALUE_BYTES;
  return Object.values(value).reduce<number>((sum, part) => sum + sizeOfValue(part), VALUE_BYTES);
}

export function createFold<State>(aggregate: Aggregate<State>): Fold<State> {
  return {
    stream: (id) => aggregate.stream(id),
    place: (state, id) => aggregate.ownerOf(state, id),
    nothing: () => ({
      state: aggregate.initial,
      revision: undefined,
      recordedAt: undefined,
      commands: new Commands(),
      bytes: 0,
    }),
    extend: (folded, events) =>
      events.reduce((next, event) => withEvent(aggregate, next, event), {
        ...folded,
        commands: new Commands(folded.commands),
      }),
  };
}

function withEvent<State>(
  aggregate: Aggregate<State>,
  folded: Folded<State>,
  event: Recorded<DomainEvent>,
  unreadable = false,
): Folded<State> {
  const { commandId, command, target } = event.metadata;
  folded.commands.set(commandId, { command, target, last: event.revision });
  const state = unreadable ? folded.state : aggregate.fold(folded.state, event);
  return {
    state,
    revision: event.revision,
    recordedAt: recordedAtOf(event.metadata),
    commands: folded.commands,
    bytes: folded.bytes + sizeOfEvent(event),
  };
}

export interface Capacity {
  /** The maximum of cached streams. */
  readonly streams: number;
  /**
   * The maximum size of their events (`Folded.bytes`). A stream that is larger alone is not cached:
   * each load reads all of it.
   */
  readonly bytes: number;
}

const MB = 2 ** 20;

/**
 * @param isSingle there is only one stream, which is cached also while it is empty. Other empty streams are not cached:
 * guessed ids would evict real ones.
 */
export function createFoldCache<State>(
  log: EventLog,
  aggregate: Aggregate<State>,
  capacity: Capacity,
  isSingle = false,
): FoldCache<State> {
  const cache = new LRUCache<string, Cached<State>>({
    max: capacity.streams,
    maxSize: capacity.bytes,
    sizeCalculation: ({ folded }) => EVENT_BYTES + folded.bytes,
  });
  const missed = new LRUCache<string, { state: Promise<State>; at: number }>({
    max: Math.min(capacity.streams, MISSED_STREAMS),
  });
  const readAt = new WeakMap<BatchInstant, Map<string, Promise<Folded<State>>>>();
  /** First reads under way, of streams that are not in the cache. */
  const filling = new Map<string, Promise<Folded<State>>>();
  const { stream, place, nothing, extend } = createFold(aggregate);
  const keep = (id: string, folded: Folded<State>): void => {
    if (folded.revision === undefined && !isSingle) return;
    const known = cache.get(id)?.folded.revision;
    const isNewer = known === undefined || (folded.revision !== undefined && folded.revision >= known);
    if (isNewer) cache.set(id, { folded: { ...folded, commands: folded.commands.settled() }, readAt: Date.now() });
  };
  const readTail = async (id: string): Promise<Folded<State>> => {
    let folded = cache.get(id)?.folded ?? nothing();
    const from = folded.revision === undefined ? 0n : folded.revision + 1n;
    for await (const event of log.readStream(aggregate.stream(id), { from }))
      folded = withEvent(aggregate, folded, event, event.unreadable);
    keep(id, folded);
    return folded;
  };
  /**
   * One reads a stream that is not in the cache, and those who come meanwhile read its tail afterwards. When a service starts,
   * all requests that have waited for it need the same streams: of a team, of the catalogue. If the first read fails, it
   * fails for all of them.
   */
  const read = async (id: string): Promise<Folded<State>> => {
    if (cache.has(id)) return readTail(id);
    const other = filling.get(id);
    if (other) {
      await other;
      return readTail(id);
    }
    const reading = readTail(id);
    filling.set(id, reading);
    try {
      return await reading;
    } finally {
      filling.delete(id);
    }
  };
  /** Notes that the stream was read when the mark was known. */
  const readMarked = async (id: string, mark: bigint | undefined): Promise<Folded<State>> => {
    const folded = await read(id);
    const cached = cache.get(id);
    // Another read may have found a newer event meanwhile.
    if (cached && mark !== undefined && cached.folded.revision === folded.revision)
      cache.set(id, { ...cached, mark: { number: mark, at: Date.now() } });
    return folded;
  };
  const load = async (id: string, instant?: BatchInstant, mark?: bigint): Promise<Folded<State>> => {
    const cached = cache.get(id);
    if (mark !== undefined && cached?.mark?.number === mark && Date.now() - cached.mark.at < RECENT_MS)
      return cached.folded;
    if (instant === undefined) return readMarked(id, mark);
    const reads = readAt.get(instant) ?? new Map<string, Promise<Folded<State>>>();
    readAt.set(instant, reads);
    const folded = reads.get(id) ?? readMarked(id, mark);
    reads.set(id, folded);
    return folded;
  };

  return {
    stream,
    place,
    extend,
    load,
    peek: (id) => cache.get(id)?.folded,
    keep,
    forget: (id) => void cache.delete(id),
    async loadRecent(id) {
      const known = cache.get(id);
      if (known && Date.now() - known.readAt < RECENT_MS) return known.folded.state;
      return (await load(id)).state;
    },
    loadAgain(id) {
      const lastMiss = missed.get(id);
      if (lastMiss && Date.now() - lastMiss.at < AGAIN_MS) return lastMiss.state;
      const state = load(id).then((folded) => folded.state);
      missed.set(id, { state, at: Date.now() });
      state.catch(() => missed.delete(id));
      return state;
    },
    async loadAt(id, revision) {
      const cached = cache.get(id)?.folded;
      if (cached?.revision === revision) return cached.state;
      let folded = nothing();
      for await (const event of log.readStream(aggregate.stream(id), { maxCount: revisionToJson(revision) + 1 }))
        folded = withEvent(aggregate, folded, event, event.unreadable);
      return folded.state;
    },
  };
}

/** The largest admissions (60 reviews of 20 entries) have about 1 MB, most have a thirtieth of it: some 700 admissions. */
export const capacities = {
  admission: { streams: 1_000, bytes: 24 * MB },
  patient: { streams: 1_000, bytes: 4 * MB },
  team: { streams: 500, bytes: 8 * MB },
  user: { streams: 2_000, bytes: 8 * MB },
  drug: { streams: 2_000, bytes: 16 * MB },
  catalogue: { streams: 1, bytes: 16 * MB },
} as const satisfies Record<keyof typeof aggregates, Capacity>;

export const createFoldCaches = (log: EventLog) => ({
  admission: createFoldCache(log, aggregates.admission, capacities.admission),
  patient: createFoldCache(log, aggregates.patient, capacities.patient),
  team: createFoldCache(log, aggregates.team, capacities.team),
  user: createFoldCache(log, aggregates.user, capacities.user),
  drug: createFoldCache(log, aggregates.drug, capacities.drug),
  catalogue: createFoldCache(log, aggregates.catalogue, capacities.catalogue, true),
});
export type FoldCaches = ReturnType<typeof createFoldCaches>;

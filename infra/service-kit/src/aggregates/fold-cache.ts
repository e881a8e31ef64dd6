/** Streams folded into what is true, with a bounded cache: what has been folded once costs only its tail afterwards. */
import { LRUCache } from 'lru-cache';
import { type Aggregate, aggregates, type Place } from 'command-api/domain/aggregates';
import { type DomainEvent, type Recorded, recordedAtOf } from 'command-api/domain/command';
import { revisionToJson } from 'command-api/domain/values/revision';
import type { EventLog } from '../event-log/port.ts';

/** A command that has written to the stream. */
export interface Written {
  readonly command: string;
  /** What it was about within the stream, where it said so. */
  readonly target: string | undefined;
  /** Revision of its last event. */
  readonly last: bigint;
}

/**
 * What has written to a stream, by command id. Grows with the stream and is shared by its folds: it may know more than
 * a fold's state, never less. What is only proposed lies above it, and costs nothing of its length.
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

  /** With what was proposed, which is in the log now. */
  settled(): Commands {
    if (!this.#below) return this;
    const all = this.#below.settled();
    for (const [id, written] of this.#own) all.set(id, written);
    return all;
  }
}

export interface Folded<State> {
  readonly state: State;
  /** Of the last event; undefined where there is no stream. */
  readonly revision: bigint | undefined;
  /** When the log took the last event; undefined where there is no stream. */
  readonly recordedAt: string | undefined;
  readonly commands: Commands;
}

/** An instant for those who decide together: each stream is read once for all of them, and not before it. */
export interface Moment {
  readonly since: Date;
}

export interface FoldCache<State> {
  stream(id: string): string;
  place(state: State, id: string): Place;
  /**
   * The stream as it stands now, or at the moment that is named: the cache's fold and always the tail.
   * @throws LogUnavailable
   */
  load(id: string, moment?: Moment): Promise<Folded<State>>;
  /** The cache's fold alone: true once, perhaps no longer. Only an append at its revision proves that it still is. */
  peek(id: string): Folded<State> | undefined;
  /** As it stood at most 30 s ago: for names and labels, never for a decision on this stream. @throws LogUnavailable */
  loadRecent(id: string): Promise<State>;
  /**
   * For whoever has found nothing in `loadRecent`: as it stands now. All who ask within a second are served by one
   * read.
   * @throws LogUnavailable
   */
  loadAgain(id: string): Promise<State>;
  /** As it stood right after the event of `revision`. @throws LogUnavailable */
  loadAt(id: string, revision: bigint): Promise<State>;
  /** The fold with further events on it. Nothing is kept. */
  extend(folded: Folded<State>, events: readonly Recorded<DomainEvent>[]): Folded<State>;
  /** Remembers a fold whose events are in the log. */
  keep(id: string, folded: Folded<State>): void;
}

const RECENT_MS = 30_000;
const AGAIN_MS = 1_000;

/**
 * @param capacity how many streams are remembered
 * @param single there is one stream only, remembered even while it is empty. Of the others an empty one is not: guessed
 * ids would push the real ones out.
 */
export function createFoldCache<State>(
  log: EventLog,
  aggregate: Aggregate<State>,
  capacity: number,
  single = false,
): FoldCache<State> {
  const cache = new LRUCache<string, { folded: Folded<State>; readAt: number }>({ max: capacity });
  const missed = new LRUCache<string, { state: Promise<State>; at: number }>({ max: capacity });
  const readAt = new WeakMap<Moment, Map<string, Promise<Folded<State>>>>();
  const nothing = (): Folded<State> => ({
    state: aggregate.initial,
    revision: undefined,
    recordedAt: undefined,
    commands: new Commands(),
  });

  const add = (folded: Folded<State>, event: Recorded<DomainEvent>, unreadable = false): Folded<State> => {
    const { commandId, command, target } = event.metadata;
    folded.commands.set(commandId, { command, target, last: event.revision });
    const state = unreadable ? folded.state : aggregate.fold(folded.state, event);
    return { state, revision: event.revision, recordedAt: recordedAtOf(event.metadata), commands: folded.commands };
  };
  const keep = (id: string, folded: Folded<State>): void => {
    if (folded.revision === undefined && !single) return;
    const known = cache.get(id);
    const newer =
      known?.folded.revision === undefined ||
      (folded.revision !== undefined && folded.revision >= known.folded.revision);
    if (newer) cache.set(id, { folded: { ...folded, commands: folded.commands.settled() }, readAt: Date.now() });
  };
  const read = async (id: string): Promise<Folded<State>> => {
    let folded = cache.get(id)?.folded ?? nothing();
    const from = folded.revision === undefined ? 0n : folded.revision + 1n;
    for await (const event of log.readStream(aggregate.stream(id), { from }))
      folded = add(folded, event, event.unreadable);
    keep(id, folded);
    return folded;
  };
  const load = (id: string, moment?: Moment): Promise<Folded<State>> => {
    if (moment === undefined) return read(id);
    const reads = readAt.get(moment) ?? new Map<string, Promise<Folded<State>>>();
    readAt.set(moment, reads);
    const folded = reads.get(id) ?? read(id);
    reads.set(id, folded);
    return folded;
  };

  return {
    stream: (id) => aggregate.stream(id),
    place: (state, id) => aggregate.place(state, id),
    load,
    peek: (id) => cache.get(id)?.folded,
    keep,
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
      let folded = nothing();
      const maxCount = revisionToJson(revision) + 1;
      for await (const event of log.readStream(aggregate.stream(id), { maxCount }))
        folded = add(folded, event, event.unreadable);
      return folded.state;
    },
    extend: (folded, events) =>
      events.reduce((next, event) => add(next, event), { ...folded, commands: new Commands(folded.commands) }),
  };
}

export const createFoldCaches = (log: EventLog) => ({
  admission: createFoldCache(log, aggregates.admission, 500),
  patient: createFoldCache(log, aggregates.patient, 1_000),
  team: createFoldCache(log, aggregates.team, 500),
  user: createFoldCache(log, aggregates.user, 2_000),
  drug: createFoldCache(log, aggregates.drug, 2_000),
  catalogue: createFoldCache(log, aggregates.catalogue, 1, true),
});
export type FoldCaches = ReturnType<typeof createFoldCaches>;

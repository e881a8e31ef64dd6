/**
 * Streams as they unfolded: each event with what was true before and after it, by the very `evolve` that commands are
 * decided on. What has been read of a stream is remembered, so that a long one costs only its tail afterwards; the log
 * itself is asked every time.
 */
import type { Aggregate } from 'command-api/domain/aggregates';
import { type EventLog, type StoredEvent } from 'service-kit/event-log/port';
import { endsItsStream } from 'service-kit/event-log/vocabulary';

export interface Moment<State> {
  /** Where it is `unreadable`, nothing is changed by it. */
  readonly event: StoredEvent;
  readonly before: State;
  readonly after: State;
}

export interface StreamHistory<State> {
  stream(id: string): string;
  /**
   * In order, to the newest, in pieces: what is remembered is one of them, since a step of its own for each of
   * thousands takes longer than what is done with them. Leave it where you have seen enough. @throws LogUnavailable ·
   * MalformedEvent
   */
  moments(id: string): AsyncGenerator<readonly Moment<State>[]>;
  /**
   * The same where the patient's key is destroyed, whatever this process still knows of it: what happened, and nothing
   * of what was said.
   */
  shadows(id: string): AsyncGenerator<readonly Moment<State>[]>;
  /** The stream's first event without its body, or undefined where there is no stream. @throws LogUnavailable */
  first(id: string): Promise<StoredEvent | undefined>;
}

/**
 * How much is remembered, in characters of the events' content: of all streams of a kind, and of one of them at most:
 * of a longer one its beginning.
 */
const ROOM = 64 * 1024 * 1024;
const ROOM_OF_ONE = ROOM / 2;
/** What a moment costs beside its content: the fold's own arrays are copied by every event, what they hold is not. */
const OVERHEAD = 2_000;
/** Moments that are read before they are handed on. */
const PIECE = 100;

interface Remembered<State> {
  readonly moments: Moment<State>[];
  size: number;
}

export function createStreamHistory<State>(
  log: Pick<EventLog, 'readStream' | 'headAt'>,
  aggregate: Aggregate<State>,
  room = ROOM,
  roomOfOne = ROOM_OF_ONE,
): StreamHistory<State> {
  /** Used longest ago first. */
  const remembered = new Map<string, Remembered<State>>();
  let used = 0;

  const forget = (id: string): void => {
    used -= remembered.get(id)?.size ?? 0;
    remembered.delete(id);
  };
  /** Only what follows on what is known: of two readers at once, the second has read the same. */
  const remember = (id: string, after: number, fresh: readonly Moment<State>[], size: number): void => {
    const life = remembered.get(id) ?? { moments: [], size: 0 };
    if (life.moments.length !== after) return;
    forget(id);
    for (const moment of fresh) life.moments.push(moment);
    life.size += size;
    remembered.set(id, life);
    used += life.size;
    for (const oldest of remembered.keys()) {
      if (used <= room) break;
      forget(oldest);
    }
  };

  return {
    stream: (id) => aggregate.stream(id),
    async first(id) {
      return remembered.get(id)?.moments[0]?.event ?? (await log.headAt(aggregate.stream(id), 0n));
    },
    async *moments(id) {
      // Read while it is told: what others add to it meanwhile is not this reader's.
      const known = remembered.get(id)?.moments.slice() ?? [];
      if (known.length > 0) yield known;
      const last = known.at(-1);
      const most = roomOfOne - (remembered.get(id)?.size ?? 0);
      let piece: Moment<State>[] = [];
      let state = last?.after ?? aggregate.initial;
      const fresh: Moment<State>[] = [];
      let size = 0;
      let isFull = false;
      try {
        for await (const event of log.readStream(aggregate.stream(id), {
          from: last ? last.event.revision + 1n : 0n,
        })) {
          const moment = { event, before: state, after: event.unreadable ? state : aggregate.fold(state, event) };
          state = moment.after;
          const cost: number = isFull ? 0 : OVERHEAD + JSON.stringify(event.data).length;
          isFull ||= size + cost > most;
          if (!isFull) {
            fresh.push(moment);
            size += cost;
          }
          piece.push(moment);
          if (piece.length < PIECE) continue;
          yield piece;
          piece = [];
        }
        if (piece.length > 0) yield piece;
      } finally {
        remember(id, known.length, fresh, size);
      }
    },
    async *shadows(id) {
      forget(id);
      for await (const event of log.readStream(aggregate.stream(id))) {
        const readable = endsItsStream(event.type);
        yield [
          {
            event: readable ? event : { ...event, data: {}, unreadable: true },
            before: aggregate.initial,
            after: aggregate.initial,
          },
        ];
      }
    },
  };
}

/**
 * The dispatcher: follows the log and wakes the worker for each stream that has news. One is active; the others stand by.
 * Waking twice is harmless, so its place in the log is stored after the waking, and not for every event.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Position, StoredEvent } from 'command-api/event-log';
import type { Logger } from 'command-api/service/log';
import type { Sources } from './catch-up.ts';
import { describeFailure } from './failure.ts';
import { type Leadership, tryToLead } from './leadership.ts';
import type { WakeUp, WakeUps } from './queue.ts';
import { allPrefixes, projectionOf } from './schema/projections.ts';

/** Events in hand at most before the log is made to wait: far behind, their streams join into few wake-ups. */
const MOST_IN_HAND = 1_000;
const STAND_BY_MS = 500;
const RETRY_MS = { first: 100, most: 5_000 };

export interface Dispatcher { stop(): Promise<void> }

export function startDispatcher(options: Sources & { databaseUrl: string; wakeUps: WakeUps; logger: Logger }): Dispatcher {
  const stopped = new AbortController();
  const running = keepLeading(options, stopped.signal);
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

async function keepLeading(options: Parameters<typeof startDispatcher>[0], stopped: AbortSignal): Promise<void> {
  let failures = 0;
  while (!stopped.aborted) {
    let wait = STAND_BY_MS;
    try {
      const leadership = await tryToLead(options.databaseUrl, 'dispatcher');
      if (leadership) {
        options.logger.info('dispatcher is active');
        try {
          await dispatch(options, leadership, stopped, () => { failures = 0; });
        } finally {
          await leadership.release().catch(() => undefined);
        }
      }
    } catch (error) {
      // Whatever it was, the stored position is where to go on from: a Postgres that crashed may have forgotten what came after it.
      wait = Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.most);
      failures += 1;
      options.logger.warn({ failure: describeFailure(error), wait }, 'dispatcher starts again');
    }
    await pause(wait, undefined, { signal: stopped }).catch(() => undefined);
  }
}

/** One leadership: from the stored position until it is stopped. @throws when the log, the queue or the lock is lost */
async function dispatch({ pool, log, wakeUps }: Parameters<typeof startDispatcher>[0], leadership: Leadership, stopped: AbortSignal, onProgress: () => void): Promise<void> {
  const failed = new AbortController();
  const inHand = new InHand();
  let flushing: Promise<void> | undefined;
  let caughtUp = false;
  let declared = false;

  const flush = async (): Promise<void> => {
    while (!inHand.isEmpty || (caughtUp && !declared)) {
      const { wakes, heads, position } = inHand.take();
      // Both at once: if one fails, the other's work is either done again from the stored position, or healed by the sweeper.
      await Promise.all([wakeUps.wake(wakes), store(pool, heads, position)]);
      onProgress();
      if (caughtUp && !declared && inHand.isEmpty) {
        await leadership.declare('dispatcher caught up');
        declared = true;
      }
    }
  };
  const startFlushing = (): void => {
    flushing ??= flush().then(
      () => {
        flushing = undefined;
        // An event may have come between the last look and this.
        if (!inHand.isEmpty) startFlushing();
      },
      (error: unknown) => failed.abort(error),
    );
  };

  const signal = AbortSignal.any([stopped, failed.signal, leadership.lost]);
  const after = await loadPosition(pool);
  const onCaughtUp = (): void => {
    caughtUp = true;
    startFlushing();
  };
  for await (const event of log.follow({ prefixes: allPrefixes, after, signal, onCaughtUp })) {
    inHand.add(event);
    startFlushing();
    if (inHand.size >= MOST_IN_HAND) await flushing;
    if (signal.aborted) break;
  }
  await flushing;
  failed.signal.throwIfAborted();
  leadership.lost.throwIfAborted();
}

/** Events seen and not yet passed on: the newest revision a stream, and the newest position of all. */
class InHand {
  #heads = new Map<string, bigint>();
  #position: Position | undefined;
  #size = 0;

  get size(): number { return this.#size; }
  get isEmpty(): boolean { return this.#size === 0; }

  add(event: StoredEvent): void {
    this.#heads.set(event.stream, event.revision);
    this.#position = event.position ?? this.#position;
    this.#size += 1;
  }

  take(): { wakes: WakeUp[]; heads: ReadonlyMap<string, bigint>; position: Position | undefined } {
    const heads = this.#heads;
    const position = this.#position;
    this.#heads = new Map();
    this.#position = undefined;
    this.#size = 0;
    const wakes = [...heads.keys()].flatMap((stream) => {
      const projection = projectionOf(stream);
      return projection ? [{ projection, stream }] : [];
    });
    return { wakes, heads, position };
  }
}

async function loadPosition(pool: Pool): Promise<Position | undefined> {
  const { rows } = await pool.query<{ commit: string; prepare: string }>('select commit, prepare from dispatcher_position');
  const row = rows[0];
  return row && { commit: BigInt(row.commit), prepare: BigInt(row.prepare) };
}

/** Heads and position in one statement: a position that is kept has its heads kept, and the sweeper finds what was not woken. */
async function store(pool: Pool, heads: ReadonlyMap<string, bigint>, position: Position | undefined): Promise<void> {
  if (heads.size === 0) return;
  await pool.query(
    `with place as (
       insert into dispatcher_position (commit, prepare) select $3::numeric, $4::numeric where $3 is not null
       on conflict (id) do update set commit = excluded.commit, prepare = excluded.prepare, updated_at = now()
     )
     insert into stream_head (stream, revision) select * from unnest($1::text[], $2::bigint[])
     on conflict (stream) do update set revision = excluded.revision, seen_at = now() where stream_head.revision < excluded.revision`,
    [[...heads.keys()], [...heads.values()].map(String), position?.commit.toString() ?? null, position?.prepare.toString() ?? null],
  );
}

/**
 * The dispatcher: follows the log and wakes the worker for each stream that has news. One is active; the others stand
 * by. Waking twice is harmless, so its place in the log is stored after the waking, and not for every event.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import {
  type Fence,
  inLeadership,
  type Leadership,
  newestLeadership,
  Replaced,
  tryToLead,
} from 'service-kit/postgres/leader-lock';
import type { EventLog, Place, StoredEvent } from 'service-kit/event-log/port';
import { findPlace, placeOf } from 'service-kit/event-log/place';
import type { Logger } from 'service-kit/process/logger';
import type { Sources } from '../catch-up/catch-up.ts';
import { describeFailure } from '../catch-up/failure.ts';
import { DISPATCHER, DISPATCHER_CAUGHT_UP } from './lag.ts';
import type { WakeUp, WakeUps } from '../queue/queue.ts';
import { allPrefixes, AUDIT, projectionsOf } from '../schema/projections.ts';

/** Events in hand at most before the log is made to wait: far behind, their streams join into few wake-ups. */
const MOST_IN_HAND = 1_000;
/** The events of one append come one by one: after this all of them are one wake-up. */
const GATHERING_MS = 4;
/**
 * After the news of several commands the next are passed on so much later at the earliest: where many write, a look at
 * a stream is for more of them.
 */
const APART_MS = 60;
/**
 * Nobody waits at a screen for the auditor's rows: of a chart in which much is written they are made twice a second,
 * rather than with each append.
 */
const AUDIT_MS = 500;
const STAND_BY_MS = 500;
const RETRY_MS = { first: 100, most: 5_000 };

export interface Dispatcher {
  stop(): Promise<void>;
}

export function startDispatcher(options: Sources & { wakeUps: WakeUps; logger: Logger }): Dispatcher {
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
      const leadership = await tryToLead(options.pool, DISPATCHER);
      if (leadership) {
        options.logger.info('dispatcher is active');
        try {
          await dispatch(options, leadership, stopped, () => {
            failures = 0;
          });
        } finally {
          await leadership.release().catch(() => undefined);
        }
      }
    } catch (error) {
      // Whatever it was, the stored position is where to go on from: a Postgres that crashed may have forgotten what
      // came after it.
      wait = Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.most);
      failures += 1;
      options.logger.warn({ failure: describeFailure(error), wait }, 'dispatcher starts again');
    }
    await pause(wait, undefined, { signal: stopped }).catch(() => undefined);
  }
}

/** One leadership: from the stored position until it is stopped. @throws when the log, the queue or the lock is lost */
async function dispatch(
  { pool, log, wakeUps, logger }: Parameters<typeof startDispatcher>[0],
  leadership: Leadership,
  stopped: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  const failed = new AbortController();
  const inHand = new InHand();
  let flushing: Promise<void> | undefined;
  let caughtUp = false;
  let declared = false;
  let notBefore = 0;
  const wake = (streams: readonly WakeUp[]): Promise<void> => wakeUps.wake(streams, leadership.fence.number);
  const auditors = wakeLater(wake, AUDIT_MS, (error) => failed.abort(error));

  const flush = async (): Promise<void> => {
    while (!inHand.isEmpty || (caughtUp && !declared)) {
      // Behind the log there is no moment to gather in: what is in hand is as much as there may be.
      if (caughtUp) await pause(Math.max(GATHERING_MS, notBefore - performance.now()));
      const { wakes, heads, last, commands } = inHand.take();
      notBefore = commands > 1 ? performance.now() + APART_MS : 0;
      auditors.add(wakes.filter(({ projection }) => projection === AUDIT));
      // Both at once: if one fails, the other's work is either done again from the stored position, or healed by the
      // sweeper.
      await Promise.all([
        wake(wakes.filter(({ projection }) => projection !== AUDIT)),
        store(pool, leadership.fence, heads, last),
      ]);
      onProgress();
      if (caughtUp && !declared && inHand.isEmpty) {
        await leadership.declare(DISPATCHER_CAUGHT_UP);
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
  const after = await placeIn(log, pool, leadership.fence, logger);
  const onCaughtUp = (): void => {
    caughtUp = true;
    startFlushing();
  };
  try {
    for await (const event of log.follow({ prefixes: allPrefixes, after, signal, onCaughtUp })) {
      inHand.add(event);
      startFlushing();
      if (inHand.size >= MOST_IN_HAND) await flushing;
      if (signal.aborted) break;
    }
  } finally {
    // What was seen in one log must not be stored after the next has been begun.
    for (let last: Promise<void> | undefined; last !== flushing;) await (last = flushing);
    auditors.stop();
  }
  failed.signal.throwIfAborted();
  leadership.lost.throwIfAborted();
}

/**
 * Wake-ups that can wait, each stream's once. Those that are still here when it is stopped are the sweeper's, like any
 * that was lost.
 */
function wakeLater(
  wakeAll: WakeUps['wake'],
  afterMs: number,
  onFailure: (error: unknown) => void,
): { add(wakes: readonly WakeUp[]): void; stop(): void } {
  let late = new Map<string, WakeUp>();
  let timer: NodeJS.Timeout | undefined;
  const wake = (): void => {
    timer = undefined;
    const now = [...late.values()];
    late = new Map();
    wakeAll(now).catch(onFailure);
  };
  return {
    add(wakes) {
      for (const one of wakes) late.set(one.stream, one);
      if (late.size > 0) timer ??= setTimeout(wake, afterMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Events seen and not yet passed on: the newest revision a stream, and the newest place of all. */
class InHand {
  #heads = new Map<string, bigint>();
  #last: Place | undefined;
  #commands = new Set<string>();
  #size = 0;

  get size(): number {
    return this.#size;
  }
  get isEmpty(): boolean {
    return this.#size === 0;
  }

  add(event: StoredEvent): void {
    this.#heads.set(event.stream, event.revision);
    this.#commands.add(event.metadata.commandId);
    this.#last = placeOf(event) ?? this.#last;
    this.#size += 1;
  }

  take(): { wakes: WakeUp[]; heads: ReadonlyMap<string, bigint>; last: Place | undefined; commands: number } {
    const heads = this.#heads;
    const last = this.#last;
    const commands = this.#commands.size;
    this.#heads = new Map();
    this.#last = undefined;
    this.#commands = new Set();
    this.#size = 0;
    const wakes = [...heads.keys()].flatMap((stream) =>
      projectionsOf(stream).map((projection) => ({ projection, stream })),
    );
    return { wakes, heads, last, commands };
  }
}

async function loadPlace(pool: Pool): Promise<Place | undefined> {
  const { rows } = await pool.query<{
    commit: string;
    prepare: string;
    stream: string;
    revision: string;
    event_id: string | null;
  }>('select commit, prepare, stream, revision, event_id from dispatcher_position where stream is not null');
  const row = rows[0];
  return (
    row && {
      position: { commit: BigInt(row.commit), prepare: BigInt(row.prepare) },
      stream: row.stream,
      revision: BigInt(row.revision),
      eventId: row.event_id,
    }
  );
}

/**
 * Where to go on in this log. When the event at the place is not the one that was seen there (another server, or a
 * backup), the log is gone through from its beginning, and every stream that has rows is looked at again, whether it is
 * in this log or not.
 */
async function placeIn(log: EventLog, pool: Pool, fence: Fence, logger: Logger): Promise<Place | undefined> {
  const place = await loadPlace(pool);
  if (!place || (await findPlace(log, place))?.isHere) return place;
  logger.warn(
    'This is not the log that was read before: the dispatcher begins anew, and all rows are compared with this log',
  );
  await doubtEverything(pool, fence);
  return undefined;
}

/**
 * In one transaction: until each stream has been looked at, nothing here pretends to be up to date.
 * @throws Replaced
 */
const doubtEverything = (pool: Pool, fence: Fence): Promise<void> =>
  inLeadership(pool, fence, async (tx) => {
    await tx.query(
      `with place as (delete from dispatcher_position), heads as (delete from stream_head), parked as (delete from parked_stream)
       update projection_checkpoint set in_doubt = true, updated_at = now()`,
    );
  });

/**
 * Heads and place in one statement: a place that is kept has its heads kept, and the sweeper finds what was not woken.
 * @throws Replaced: nothing was written
 */
async function store(
  pool: Pool,
  fence: Fence,
  heads: ReadonlyMap<string, bigint>,
  last: Place | undefined,
): Promise<void> {
  if (heads.size === 0) return;
  const { rows } = await pool.query<{ leads: boolean }>(
    `with leader as materialized (${newestLeadership('$8', '$9')}), place as (
       insert into dispatcher_position (commit, prepare, stream, revision, event_id) select $3::numeric, $4::numeric, $5, $6::bigint, $7 from leader where $3 is not null
       on conflict (id) do update
       set commit = excluded.commit, prepare = excluded.prepare, stream = excluded.stream, revision = excluded.revision, event_id = excluded.event_id, updated_at = now()
     ), head as (
       insert into stream_head (stream, revision) select given.* from leader, unnest($1::text[], $2::bigint[]) as given
       on conflict (stream) do update set revision = excluded.revision, seen_at = now() where stream_head.revision < excluded.revision
     )
     select exists (select from leader) as leads`,
    [
      [...heads.keys()],
      [...heads.values()].map(String),
      last?.position.commit.toString() ?? null,
      last?.position.prepare.toString() ?? null,
      last?.stream ?? null,
      last?.revision.toString() ?? null,
      last?.eventId ?? null,
      fence.name,
      String(fence.number),
    ],
  );
  if (!rows[0]?.leads) throw new Replaced(fence);
}

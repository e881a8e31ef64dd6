/**
 * The dispatcher follows the log and wakes the worker for each stream with new events. One process dispatches; the
 * others stand by. A second wake-up does no harm, so the position in the log is stored after the wake-ups
 * (docs/architecture.md, "Rule 6: a job is a wake-up").
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Backoff } from 'service-kit/concurrency/backoff';
import { type Leadership, tryToLead } from 'service-kit/postgres/leader-lock';
import type { EventPosition } from 'service-kit/event-log/port';
import type { Logger } from 'service-kit/process/logger';
import { dispatched } from 'service-kit/telemetry/signals';
import { catchUpLog } from '../catch-up/catch-up-log.ts';
import type { Sources } from '../catch-up/catch-up.ts';
import { describeFailure } from '../catch-up/failure.ts';
import type { WakeUps } from '../queue/queue.ts';
import { allPrefixes } from '../schema/projections.ts';
import { resumePosition, storePosition } from './dispatcher-position.ts';
import { EventBuffer } from './event-buffer.ts';
import { DISPATCHER, DISPATCHER_CAUGHT_UP } from './lag.ts';

/** Events in the buffer before the log has to wait. Far behind, their streams share few wake-ups. */
const MAX_BUFFERED = 1_000;
/** The events of one append arrive one by one: a pause of this length makes them one wake-up. */
const GATHER_MS = 4;
/**
 * From one flush to the next, at least: while many people write, a job and a transaction serve several commands. The
 * command of a person who works alone waits for nothing.
 */
const FLUSH_PERIOD_MS = 60;
const STAND_BY_MS = 500;
const BACKOFF = { firstMs: 100, mostMs: 5_000 };

export interface Dispatcher {
  stop(): Promise<void>;
}

interface Options extends Sources {
  readonly wakeUps: WakeUps;
  readonly logger: Logger;
}

export function startDispatcher(options: Options): Dispatcher {
  const stopped = new AbortController();
  const running = keepLeading(options, stopped.signal);
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

async function keepLeading(options: Options, stopped: AbortSignal): Promise<void> {
  const backoff = new Backoff(BACKOFF);
  while (!stopped.aborted) {
    let waitMs = STAND_BY_MS;
    try {
      const leadership = await tryToLead(options.pool, DISPATCHER);
      if (leadership) {
        options.logger.info('dispatcher is active');
        const dispatch = new Dispatch(options, leadership, () => backoff.reset());
        try {
          await dispatch.run(stopped);
        } finally {
          await leadership.release().catch(() => undefined);
        }
      }
    } catch (error) {
      // The next round reads the stored position again: a Postgres that crashed may have lost the newest one.
      waitMs = backoff.nextMs();
      options.logger.warn({ failure: describeFailure(error), wait: waitMs }, 'dispatcher starts again');
    }
    await pause(waitMs, undefined, { signal: stopped }).catch(() => undefined);
  }
}

/** One leadership, from the stored position until it is stopped or lost. */
class Dispatch {
  readonly #options: Options;
  readonly #leadership: Leadership;
  readonly #onProgress: () => void;
  readonly #failed = new AbortController();
  readonly #buffer = new EventBuffer();
  /**
   * `catchingUp`: reads events that the log had before. `caughtUp`: has read them all, and passes the last of them on.
   * `live`: has declared to all processes that it caught up.
   */
  #state: 'catchingUp' | 'caughtUp' | 'live' = 'catchingUp';
  #flushing: Promise<void> | undefined;
  /** The earliest time of the next flush, on the clock of `performance.now()`. */
  #nextFlushAt = 0;

  constructor(options: Options, leadership: Leadership, onProgress: () => void) {
    this.#options = options;
    this.#leadership = leadership;
    this.#onProgress = onProgress;
  }

  /** @throws if the log, the queue or the leadership is lost */
  async run(stopped: AbortSignal): Promise<void> {
    const { log, pool, logger } = this.#options;
    const { fence, lost } = this.#leadership;
    const signal = AbortSignal.any([stopped, this.#failed.signal, lost]);
    const after = await this.#catchUpLog(await resumePosition(log, pool, fence, logger), signal);
    const onCaughtUp = (): void => {
      if (this.#state === 'catchingUp') this.#state = 'caughtUp';
      this.#startFlushing();
    };
    try {
      for await (const event of log.follow({ prefixes: allPrefixes, after, signal, onCaughtUp, keepsRecent: true })) {
        this.#buffer.add(event);
        this.#startFlushing();
        if (this.#buffer.size >= MAX_BUFFERED) await this.#flushing;
        if (signal.aborted) break;
      }
    } finally {
      // Nothing of this leadership is stored after the next one has begun.
      for (let awaited: Promise<void> | undefined; awaited !== this.#flushing;) await (awaited = this.#flushing);
    }
    this.#failed.signal.throwIfAborted();
    lost.throwIfAborted();
  }

  /**
   * Catches up what the log has now, without wake-ups: after a long absence they cost more than the rows.
   * @returns where to read on
   */
  async #catchUpLog(from: EventPosition | undefined, signal: AbortSignal): Promise<EventPosition | undefined> {
    const { wakeUps, pool } = this.#options;
    let after = from;
    for await (const { errors, unfinished, heads, last } of catchUpLog(this.#options, { after: from?.position })) {
      await wakeUps.retry(errors.map(({ wakeUp }) => wakeUp));
      await wakeUps.wake(unfinished);
      // After the wake-ups: a crash in between repeats them.
      await storePosition(pool, this.#leadership.fence, heads, last);
      after = last ?? after;
      this.#onProgress();
      if (signal.aborted) break;
    }
    return after;
  }

  #startFlushing(): void {
    this.#flushing ??= this.#flushAll().then(
      () => {
        this.#flushing = undefined;
        // An event may have come after the last look at the buffer.
        if (!this.#buffer.isEmpty) this.#startFlushing();
      },
      (error: unknown) => this.#failed.abort(error),
    );
  }

  async #flushAll(): Promise<void> {
    while (!this.#buffer.isEmpty || this.#state === 'caughtUp') {
      // A dispatcher that is behind does not wait for more: the buffer is full enough.
      if (this.#state !== 'catchingUp') await pause(Math.max(GATHER_MS, this.#nextFlushAt - performance.now()));
      await this.#flush();
      if (this.#state === 'caughtUp' && this.#buffer.isEmpty) {
        await this.#leadership.declare(DISPATCHER_CAUGHT_UP);
        this.#state = 'live';
      }
    }
  }

  async #flush(): Promise<void> {
    const { wakeUps, heads, last, written, elapsed } = this.#buffer.take();
    this.#nextFlushAt = performance.now() + FLUSH_PERIOD_MS;
    await this.#options.wakeUps.wake(wakeUps);
    dispatched.send(() => ({ ...elapsed(), written }));
    // After the wake-ups: a crash in between repeats them.
    await storePosition(this.#options.pool, this.#leadership.fence, heads, last);
    this.#onProgress();
  }
}

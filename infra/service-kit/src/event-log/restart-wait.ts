/**
 * Requests wait while the event log restarts, instead of being refused. A request that failed because the log was away is
 * done again from its beginning when the log answers a read. A command has the same command id then, so nothing is written
 * twice (docs/decisions/write-side/log-restarts.md).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type EventLog, LogUnavailable, UnknownOutcome } from './port.ts';

/** Longer than a restart takes: about 2 s of the embedded log, 3 s of EventStoreDB. */
const WAIT_MS = 5_000;
const PROBE_EVERY_MS = 100;
/** When the log has been away for longer than a restart takes. */
const PROBE_LATER_EVERY_MS = 1_000;
/** Requests that wait at a time. Further ones are refused at once. */
const MAX_WAITING = 200;
/** The maximum of one request: each may count as an attempt to sign in. */
const MAX_REPEATS = 2;

export interface RestartWait {
  /** The log, observed: only an append that succeeds ends an outage in which appends failed. */
  readonly log: EventLog;
  /**
   * @param work may be done several times: what it writes derives from one command id
   * @throws what `work` throws; LogUnavailable or UnknownOutcome at once when the log has been away for longer than a
   * restart takes, or too many wait already
   */
  repeated<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  /** Those who wait are refused. */
  stop(): void;
}

interface Outage {
  /** performance.now(): waiting ends for everyone. */
  readonly until: number;
  /** Resolves when the log can be read; undefined until it is asked. */
  probing: Promise<void> | undefined;
  /** Appends have failed, and none has succeeded since. */
  appendsFail: boolean;
}

export const isLogAway = (error: unknown): boolean =>
  error instanceof LogUnavailable || error instanceof UnknownOutcome;

/** @param probe reads something small of the log */
export function createRestartWait(
  observed: EventLog,
  probe: (log: EventLog) => Promise<unknown>,
  { waitMs = WAIT_MS, maxWaiting = MAX_WAITING }: { waitMs?: number; maxWaiting?: number } = {},
): RestartWait {
  const stopping = new AbortController();
  let outage: Outage | undefined;
  let waiting = 0;

  const begun = (): Outage =>
    (outage ??= { until: performance.now() + waitMs, probing: undefined, appendsFail: false });

  const untilRead = async (current: Outage): Promise<void> => {
    for (;;) {
      const everyMs = performance.now() < current.until ? PROBE_EVERY_MS : PROBE_LATER_EVERY_MS;
      await pause(everyMs, undefined, { signal: stopping.signal });
      const isRead = await probe(observed).then(
        () => true,
        () => false,
      );
      if (!isRead) continue;
      current.probing = undefined;
      if (!current.appendsFail) outage = undefined;
      return;
    }
  };

  /** One probe serves all who wait. It goes on when they are gone, so that the end of a long outage is known. */
  const isBack = async (since: number): Promise<boolean> => {
    const current = begun();
    const probing = (current.probing ??= untilRead(current));
    // Ends with `stop`, also where nothing waits for it.
    probing.catch(() => undefined);
    const leftMs = Math.min(current.until, since + waitMs) - performance.now();
    if (leftMs <= 0 || waiting >= maxWaiting) return false;
    waiting += 1;
    const given = new AbortController();
    try {
      return await Promise.race([
        probing.then(
          () => true,
          () => false,
        ),
        pause(leftMs, false, { signal: given.signal }),
      ]);
    } finally {
      waiting -= 1;
      given.abort();
    }
  };

  return {
    log: {
      ...observed,
      async append(...append) {
        try {
          const revision = await observed.append(...append);
          if (outage?.appendsFail) outage = undefined;
          return revision;
        } catch (error) {
          if (error instanceof UnknownOutcome) begun().appendsFail = true;
          throw error;
        }
      },
    },
    async repeated(work) {
      const since = performance.now();
      for (let repeats = 0; ; repeats += 1)
        try {
          return await work();
        } catch (error) {
          if (!isLogAway(error) || repeats === MAX_REPEATS || !(await isBack(since))) throw error;
        }
    },
    stop: () => stopping.abort(),
  };
}

/**
 * Process managers finish commands of two steps after a crash. They follow the log; some seconds after the event of the
 * first step, they make sure that the second step is done (docs/decisions/write-side/processes.md).
 */
import type { Pool } from 'pg';
import { resumePlace, savePlace } from '../followers/follower-position.ts';
import { inLeadership } from 'service-kit/postgres/leader-lock';
import { type Actor, Rejection } from 'language/domain/command';
import { placeOf } from 'service-kit/event-log/place';
import {
  type EventLog,
  KeyDestroyed,
  MalformedEvent,
  type EventPosition,
  type StoredEvent,
} from 'service-kit/event-log/port';
import { type LeaderContext, pause, runFollower } from '../followers/run-follower.ts';
import type { Logger } from 'service-kit/process/logger';
import { untilNextCheck } from '../followers/shared-reads.ts';
import { createUnhandledEvents } from '../followers/unhandled-events.ts';

/** The command has this long to take its second step itself. */
const GRACE_MS = 3_000;
/** The place is saved after this number of events, also if none of them was a first step. */
const SAVE_EVERY = 1_000;
/** The pause between full pages of the log: commands have priority. */
const BETWEEN_MS = 50;
/** How often the log is checked for events that the subscription has not delivered. */
const CHECK_MS = 5_000;

export interface LogFollowerParts {
  readonly log: EventLog;
  readonly pool: Pool;
  readonly logger: Logger;
  /** How long a command has to finish by itself, in milliseconds. */
  readonly graceMs?: number;
}

export interface ProcessManager {
  /** The name under which its position is stored, such as `complete-admissions`. */
  readonly follower: string;
  readonly prefixes: readonly string[];
  /** The event of the first step, or those of several commands. */
  readonly firstStep: string | readonly string[];
  /**
   * Takes the second step. Idempotent. The event comes without its body.
   * @throws Rejection · MalformedEvent · KeyDestroyed, which are permanent: logged and passed over. Other errors are
   * retried
   */
  readonly finish: (event: StoredEvent) => Promise<void>;
}

/** The first step's command, for the second step. Its actor may: the first step has decided that. */
export function commandOf({ metadata: { commandId, actorId, occurredAt } }: StoredEvent): {
  commandId: string;
  at: Date;
  actor: () => Actor;
} {
  const actor: Actor = {
    id: actorId,
    isMember: true,
    isTeamAdmin: false,
    canEdit: true,
    isPhysic: false,
    isAdminAccount: false,
  };
  return { commandId, at: new Date(occurredAt), actor: () => actor };
}

/** Runs until `signal` aborts. Several processes may: one works, the others wait to take over. */
export const runProcessManager = (parts: LogFollowerParts, step: ProcessManager, signal: AbortSignal): Promise<void> =>
  runFollower(parts, step.follower, (leading) => follow(parts, step, leading), signal);

async function follow(
  { log, pool, logger, graceMs = GRACE_MS }: LogFollowerParts,
  { follower, prefixes, firstStep, finish }: ProcessManager,
  leading: LeaderContext,
): Promise<void> {
  const types = [firstStep].flat();
  const failed = new AbortController();
  const signal = AbortSignal.any([leading.signal, failed.signal]);
  const after = await resumePlace(pool, log, follower, logger);
  /** The newest event that was handled or passed over. */
  let seen = after;
  const save = async (place: EventPosition): Promise<void> => {
    await inLeadership(pool, leading.fence, (tx) => savePlace(tx, follower, place));
    await leading.moved();
  };

  // A subscription that delivers nothing looks like a log without new events, so the log itself is read as well.
  const unhandled = createUnhandledEvents(
    log,
    ({ stream, type }) => types.includes(type) && prefixes.some((prefix) => stream.startsWith(prefix)),
    after,
  );
  let saved = 0;
  const checkLog = async (): Promise<void> => {
    let before: string | undefined;
    while (!signal.aborted) {
      const now = new Date();
      const { waiting, isMore } = await unhandled.next(seen?.position);
      if (signal.aborted) return;
      if (isMore) await leading.moved();
      else if (!waiting) await leading.caughtUp(now);
      // While people work, one event is always in its grace period. All events before it are handled, unless the same
      // event waits again.
      else if (before !== undefined && waiting.id !== before) await leading.caughtUp(waiting.created);
      before = waiting?.id;
      // First steps may be rare: without this, a restart would read everything since the last one again.
      if (unhandled.place && unhandled.count - saved >= SAVE_EVERY) {
        saved = unhandled.count;
        await save(unhandled.place);
      }
      await (isMore ? pause(BETWEEN_MS, signal) : untilNextCheck(CHECK_MS, signal));
    }
  };
  const checking = checkLog().catch((error: unknown) => failed.abort(error));

  // By how much the log's clock is ahead of this machine's, as far as its events show. It must not lengthen the wait.
  let aheadMs = 0;
  try {
    for await (const event of log.follow({ prefixes, types, after, signal })) {
      const place = placeOf(event);
      const ageMs = Date.now() - event.created.getTime();
      aheadMs = Math.max(aheadMs, -ageMs);
      await pause(graceMs - (ageMs + aheadMs), signal);
      if (signal.aborted) break;
      try {
        await finish(event);
      } catch (error) {
        if (!isPermanent(error)) throw error;
        logger.error(
          { follower, stream: event.stream, revision: String(event.revision), reason: error.message },
          'cannot finish a second step',
        );
      }
      if (place) await save(place);
      seen = place ?? seen;
    }
    failed.signal.throwIfAborted();
  } finally {
    failed.abort();
    await checking;
  }
}

/** A retry cannot help. None of these messages contains an event's content. */
const isPermanent = (error: unknown): error is Error =>
  error instanceof Rejection || error instanceof MalformedEvent || error instanceof KeyDestroyed;

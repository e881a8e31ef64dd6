/**
 * Commands of two steps whose second is cut off by a crash are finished by following the log: where the first step's
 * event lies in it, the second is made sure of some seconds later (architecture, rule 5).
 */
import type { Pool } from 'pg';
import { resumePlace, savePlace } from '../followers/follower-position.ts';
import { inLeadership } from 'service-kit/postgres/leader-lock';
import { type Actor, Rejection } from '../../domain/command.ts';
import { placeOf } from 'service-kit/event-log/place';
import { type EventLog, KeyDestroyed, MalformedEvent, type Place, type StoredEvent } from 'service-kit/event-log/port';
import { type LeaderContext, pause, runFollower } from '../followers/run-follower.ts';
import type { Logger } from 'service-kit/process/logger';
import { createUnhandledEvents } from '../followers/unhandled-events.ts';

/** The command itself is given this long to take its second step. */
const GRACE_MS = 3_000;
const SAVE_EVERY = 1_000;
/** How often it looks whether the subscription has brought everything. */
const LOOK_MS = 5_000;

export interface LogFollowerParts {
  readonly log: EventLog;
  readonly pool: Pool;
  readonly logger: Logger;
  /** How long a command is given to finish by itself, in milliseconds. */
  readonly graceMs?: number;
}

export interface ProcessManager {
  /** Under which its position is stored, such as `complete-admissions`. */
  readonly follower: string;
  readonly prefixes: readonly string[];
  /** The event of the first step. */
  readonly firstStep: string;
  /**
   * Idempotent. The event comes without its body.
   * @throws Rejection · MalformedEvent · KeyDestroyed which stay so: logged, and the next one is looked at. Anything
   * else is tried again
   */
  readonly finish: (event: StoredEvent) => Promise<void>;
}

/** The command of the first step, as its second step is given. Whoever gave it had the right to; that is settled. */
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
  const failed = new AbortController();
  const signal = AbortSignal.any([leading.signal, failed.signal]);
  const after = await resumePlace(pool, log, follower, logger);
  /** The newest event that was dealt with or passed over. */
  let seen = after;
  const save = async (place: Place): Promise<void> => {
    await inLeadership(pool, leading.fence, (tx) => savePlace(tx, follower, place));
    await leading.moved();
  };

  // A subscription that brings nothing looks like a log in which nothing happens: so the log itself is asked as well.
  const unseen = createUnhandledEvents(
    log,
    ({ stream, type }) => type === firstStep && prefixes.some((prefix) => stream.startsWith(prefix)),
  );
  const look = async (): Promise<void> => {
    let before: string | undefined;
    while (!signal.aborted) {
      const now = new Date();
      const waiting = await unseen.next(seen?.position, signal);
      if (signal.aborted) return;
      if (!waiting) await leading.caughtUp(now);
      // Where people work, one is always given its time. Everything in front of it has been dealt with, as long as it
      // is not the same one for ever.
      else if (before !== undefined && waiting.id !== before) await leading.caughtUp(waiting.created);
      before = waiting?.id;
      await pause(LOOK_MS, signal);
    }
  };
  const looking = look().catch((error: unknown) => failed.abort(error));

  let passedOver = 0;
  // By how much the log's clock is ahead of this machine's, as far as its events tell: nobody waits longer for that.
  let ahead = 0;
  try {
    for await (const event of log.follow({ prefixes, after, signal })) {
      const place = placeOf(event);
      if (event.type !== firstStep) {
        seen = place ?? seen;
        passedOver += 1;
        // A first step may be rare: after a restart not everything since the last one is gone through again.
        if (place && passedOver % SAVE_EVERY === 0) await save(place);
        continue;
      }
      const age = Date.now() - event.created.getTime();
      ahead = Math.max(ahead, -age);
      await pause(graceMs - (age + ahead), signal);
      if (signal.aborted) break;
      try {
        await finish(event);
      } catch (error) {
        if (!isPermanent(error)) throw error;
        logger.error(
          { follower, stream: event.stream, revision: String(event.revision), reason: error.message },
          'what was cut off cannot be finished',
        );
      }
      if (place) await save(place);
      seen = place ?? seen;
    }
    failed.signal.throwIfAborted();
  } finally {
    failed.abort();
    await looking;
  }
}

/** However often it is tried. None of these messages says anything of an event's content. */
const isPermanent = (error: unknown): error is Error =>
  error instanceof Rejection || error instanceof MalformedEvent || error instanceof KeyDestroyed;

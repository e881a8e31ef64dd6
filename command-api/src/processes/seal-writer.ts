/**
 * Seals each event some seconds after it was written, and anchors the seals every ten minutes
 * (docs/decisions/write-side/seals.md).
 */
import type { Fence } from 'service-kit/postgres/leader-lock';
import { type LastSealed, SEALS, type Seals } from 'service-kit/event-log/seals';
import type { Signing } from 'service-kit/security/signing';
import { findPlace } from 'service-kit/event-log/place';
import type { EventLog, Position, RawEvent } from 'service-kit/event-log/port';
import type { LogFollowerParts } from './process-managers/process-manager.ts';
import { pause, runFollower } from './followers/run-follower.ts';

/** About the delay until an event is sealed. */
const EVERY_MS = 5_000;
const ANCHOR_MS = 10 * 60_000;
/**
 * Events of one round. Commands have priority: with a pause between full rounds, sealing takes a tenth of the machine
 * at most.
 */
const ROUND_EVENTS = 500;
const BETWEEN_MS = 200;

interface SealParts {
  readonly log: Pick<EventLog, 'readAllRaw' | 'headAt'>;
  readonly seals: Pick<Seals, 'lastSealed' | 'seal'>;
}

/** Runs until `signal` aborts. */
export const runSealWriter = (
  parts: LogFollowerParts & { readonly seals: Seals; readonly signing: Signing },
  signal: AbortSignal,
): Promise<void> =>
  runFollower(
    parts,
    SEALS,
    async (leading) => {
      let anchoredAt = 0;
      while (!leading.signal.aborted) {
        const now = new Date();
        const isMore = await sealRound(parts, leading.fence);
        await (isMore ? leading.moved() : leading.caughtUp(now));
        if (!isMore && Date.now() - anchoredAt >= ANCHOR_MS) {
          await anchorAll(parts, leading);
          anchoredAt = Date.now();
        }
        await pause(isMore ? BETWEEN_MS : EVERY_MS, leading.signal);
      }
    },
    signal,
  );

/**
 * Anchors every head that has moved. One call of `anchor` takes a limited number in the order of the teams: without the
 * repetition the last teams would wait for ever where more heads move in ten minutes.
 */
export async function anchorAll(
  { seals, signing }: { readonly seals: Pick<Seals, 'anchor'>; readonly signing: Signing },
  leading: { readonly signal: AbortSignal; readonly fence?: Fence },
): Promise<void> {
  while (!leading.signal.aborted && (await seals.anchor(signing, new Date(), leading.fence)) > 0);
}

/**
 * Seals one round.
 * @returns whether there may be more events right away
 * @throws what the log or the database throws; the next call tries the same round
 */
export async function sealRound({ log, seals }: SealParts, fence?: Fence): Promise<boolean> {
  const last = await seals.lastSealed();
  let after = last && (await positionAfter(log, last));
  for (;;) {
    const events: RawEvent[] = [];
    for await (const event of log.readAllRaw({ after, maxCount: ROUND_EVENTS })) events.push(event);
    const ours = events.filter(({ stream }) => !stream.startsWith('$'));
    // The first event of a page may be the last of the page before.
    const isFull = events.length >= ROUND_EVENTS - 1;
    after = events.at(-1)?.position ?? after;
    // A page of the server's own events has no event of ours to resume from.
    if (ours.length === 0 && isFull) continue;
    if (after && events.length > 0) await seals.seal(ours, after, fence);
    return isFull;
  }
}

/**
 * The address may lead to another log by now. In a copy, sealing resumes after the event that was sealed last; in a log
 * without that event, it starts from the beginning. Existing seals do not change.
 */
async function positionAfter(log: SealParts['log'], { lookedTo, place }: LastSealed): Promise<Position | undefined> {
  const found = await findPlace(log, place);
  return found?.isHere ? lookedTo : found?.position;
}

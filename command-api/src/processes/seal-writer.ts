/**
 * Seals what has come into the log, seconds later, and anchors it, minutes later (`service-kit/event-log/seals.ts`).
 */
import type { Fence } from 'service-kit/postgres/leader-lock';
import { type LastSealed, SEALS, type Seals } from 'service-kit/event-log/seals';
import type { Signing } from 'service-kit/security/signing';
import { findPlace } from 'service-kit/event-log/place';
import type { EventLog, Position, RawEvent } from 'service-kit/event-log/port';
import type { LogFollowerParts } from './process-managers/process-manager.ts';
import { pause, runFollower } from './followers/run-follower.ts';

/** An event is sealed this much later, about. */
const EVERY_MS = 5_000;
const ANCHOR_MS = 10 * 60_000;
/**
 * Events of one round. Commands go before: between full rounds there is a pause as well, which is a tenth of this
 * machine at most.
 */
const MOST = 500;
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
          await parts.seals.anchor(parts.signing, new Date(), leading.fence);
          anchoredAt = Date.now();
        }
        await pause(isMore ? BETWEEN_MS : EVERY_MS, leading.signal);
      }
    },
    signal,
  );

/**
 * @returns whether there may be more at once
 * @throws what the log or the database throws: the same round is the next one's
 */
export async function sealRound({ log, seals }: SealParts, fence?: Fence): Promise<boolean> {
  const last = await seals.lastSealed();
  let after = last && (await positionAfter(log, last));
  for (;;) {
    const events: RawEvent[] = [];
    for await (const event of log.readAllRaw({ after, maxCount: MOST })) events.push(event);
    const ours = events.filter(({ stream }) => !stream.startsWith('$'));
    // The first of a page may be the one that was had before.
    const isFull = events.length >= MOST - 1;
    after = events.at(-1)?.position ?? after;
    // A page of what the server writes for itself names no event of ours to go on from.
    if (ours.length === 0 && isFull) continue;
    if (after && events.length > 0) await seals.seal(ours, after, fence);
    return isFull;
  }
}

/**
 * Another log may stand behind the address since. In a copy, it goes on after the event that was sealed last; where
 * that is not to be found, from the beginning of the log. What is sealed stays as it was.
 */
async function positionAfter(log: SealParts['log'], { lookedTo, place }: LastSealed): Promise<Position | undefined> {
  const found = await findPlace(log, place);
  return found?.isHere ? lookedTo : found?.position;
}

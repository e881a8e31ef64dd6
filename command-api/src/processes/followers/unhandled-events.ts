/**
 * What a follower has not been handed although it lies in the log: looked for in the log itself, past the follower's
 * own subscription.
 */
import type { EventLog, Position, RawEvent } from 'service-kit/event-log/port';
import { pause } from './run-follower.ts';

const PAGE = 500;
/** Between full pages: commands go before. */
const BETWEEN_MS = 200;

export interface UnhandledEvents {
  /**
   * @param seen the newest event that the follower has been handed
   * @returns the first one behind it that is the follower's
   * @throws LogUnavailable
   */
  next(seen: Position | undefined, signal: AbortSignal): Promise<RawEvent | undefined>;
}

/** Each event of the log is read once: what is not the follower's is not looked at again. */
export function createUnhandledEvents(
  log: Pick<EventLog, 'readAllRaw'>,
  isTheirs: (event: RawEvent) => boolean,
): UnhandledEvents {
  let looked: Position | undefined;
  return {
    async next(seen, signal) {
      if (seen && (!looked || looked.commit < seen.commit)) looked = seen;
      while (!signal.aborted) {
        let count = 0;
        for await (const event of log.readAllRaw({ after: looked, maxCount: PAGE })) {
          if (isTheirs(event)) return event;
          looked = event.position ?? looked;
          count += 1;
        }
        // The first of a page may be the one that was had before.
        if (count < PAGE - 1) return undefined;
        await pause(BETWEEN_MS, signal);
      }
      return undefined;
    },
  };
}

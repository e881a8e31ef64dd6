/**
 * Finds events of a follower that its subscription has not delivered, by reading the log itself.
 */
import type { EventLog, Position, RawEvent } from 'service-kit/event-log/port';
import { pause } from './run-follower.ts';

const PAGE = 500;
/** The pause between full pages: commands have priority. */
const BETWEEN_MS = 200;

export interface UnhandledEvents {
  /**
   * @param seen the newest event that the subscription has delivered
   * @returns the follower's first event after it
   * @throws LogUnavailable
   */
  next(seen: Position | undefined, signal: AbortSignal): Promise<RawEvent | undefined>;
}

/** Reads each event of the log once: events of others are not read again. */
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
        // The first event of a page may be the last of the page before.
        if (count < PAGE - 1) return undefined;
        await pause(BETWEEN_MS, signal);
      }
      return undefined;
    },
  };
}

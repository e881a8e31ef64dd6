/**
 * Finds events of a follower that its subscription has not delivered, by reading the log itself.
 */
import { placeOf } from 'service-kit/event-log/place';
import type { EventLog, EventPosition, Position, RawEvent } from 'service-kit/event-log/port';

const PAGE = 500;

export interface UnhandledEvents {
  /**
   * Reads a page of the log.
   * @param seen the newest event that was delivered and handled
   * @returns the follower's first event of the page that was not; and whether there is more of the log
   * @throws LogUnavailable
   */
  next(seen: Position | undefined): Promise<{ readonly waiting: RawEvent | undefined; readonly isMore: boolean }>;
  /** The last event that was read: all events of the follower up to it have been handled. */
  readonly place: EventPosition | undefined;
  /** Events read since the start. */
  readonly count: number;
}

/**
 * Reads each event of the log once: events of others are not read again.
 * @param after where the follower resumes
 */
export function createUnhandledEvents(
  log: Pick<EventLog, 'readAllRaw'>,
  isTheirs: (event: RawEvent) => boolean,
  after: EventPosition | undefined,
): UnhandledEvents {
  let place = after;
  let looked = after?.position;
  let count = 0;
  return {
    get place() {
      return place;
    },
    get count() {
      return count;
    },
    async next(seen) {
      let ofPage = 0;
      for await (const event of log.readAllRaw({ after: looked, maxCount: PAGE })) {
        const isHandled = seen && event.position && event.position.commit <= seen.commit;
        if (isTheirs(event) && !isHandled) return { waiting: event, isMore: false };
        looked = event.position ?? looked;
        // The server's own events may be gone later.
        if (!event.stream.startsWith('$')) place = placeOf(event) ?? place;
        ofPage += 1;
        count += 1;
      }
      // The first event of a page may be the last of the page before.
      return { waiting: undefined, isMore: ofPage >= PAGE - 1 };
    },
  };
}

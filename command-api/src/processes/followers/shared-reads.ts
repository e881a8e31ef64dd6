/**
 * One read of the log for several followers. Each follower checks the log for events that its subscription has not
 * delivered. They do it at the same instants, so that a read serves them all.
 */
import type { EventLog, RawEvent } from 'service-kit/event-log/port';
import { pause } from './run-follower.ts';

type ReadsAll = Pick<EventLog, 'readAllRaw'>;

/** @returns the log; a read of the same page joins the one under way */
export function shareReads<Log extends ReadsAll>(log: Log): Log {
  const underWay = new Map<string, Promise<readonly RawEvent[]>>();
  const page = (options: Parameters<EventLog['readAllRaw']>[0]): Promise<readonly RawEvent[]> => {
    const key = `${options.after?.commit}/${options.maxCount}`;
    const known = underWay.get(key);
    if (known) return known;
    const read = allOf(log.readAllRaw(options)).finally(() => underWay.delete(key));
    underWay.set(key, read);
    return read;
  };
  return {
    ...log,
    async *readAllRaw(options) {
      yield* await page(options);
    },
  };
}

async function allOf(events: AsyncIterable<RawEvent>): Promise<readonly RawEvent[]> {
  const all: RawEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** Waits for the next of the instants at which the followers of all processes check the log. */
export const untilNextCheck = (everyMs: number, signal: AbortSignal): Promise<void> =>
  pause(everyMs - (Date.now() % everyMs), signal);

/** Events to a reader, links followed where it asked for that. */
import { EventMessage, sharedEventMessage } from '../protocol/recorded-event.ts';
import type { ReadRequest } from '../protocol/read-request.ts';
import type { LoggedEvent } from '../store/event.ts';
import { resolveLinks, unresolved } from '../store/read/links.ts';
import type { Log } from '../store/log.ts';
import type { ResponseWriter } from './response-writer.ts';

type Wanted = Pick<ReadRequest, 'resolveLinks' | 'structuredIds'>;

/**
 * @param shared other readers get the very same events
 * @returns false when the reader has gone
 */
export async function sendEvents(
  responses: ResponseWriter,
  log: Log,
  { resolveLinks: follow, structuredIds }: Wanted,
  events: readonly LoggedEvent[],
  isShared = false,
): Promise<boolean> {
  if (follow) {
    for await (const page of resolveLinks(log, events))
      if (!(await responses.sendAll(page, (resolved) => new EventMessage(resolved, structuredIds)))) return false;
    return true;
  }
  if (isShared && !structuredIds) return responses.sendAll(events, sharedEventMessage);
  return responses.sendAll(events, (event) => new EventMessage(unresolved(event), structuredIds));
}

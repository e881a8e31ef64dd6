/** Sends events to a reader and follows links when the reader asked for it. */
import { EventMessage, sharedEventMessage } from '../protocol/recorded-event.ts';
import type { ReadRequest } from '../protocol/read-request.ts';
import type { LoggedEvent } from '../store/event.ts';
import { resolveLinks, unresolved } from '../store/read/links.ts';
import type { Log } from '../store/log.ts';
import type { ResponseWriter } from './response-writer.ts';

type Wanted = Pick<ReadRequest, 'resolveLinks' | 'structuredIds'>;

/**
 * @param isShared other readers get the same event objects
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

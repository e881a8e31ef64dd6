/** Events to a reader, links followed where it asked for that. */
import { EventMessage, sharedEventMessage } from '../protocol/recorded-event.ts';
import type { ReadRequest } from '../protocol/read-request.ts';
import type { LoggedEvent } from '../store/event.ts';
import { resolveLinks, unresolved } from '../store/read/links.ts';
import type { Log } from '../store/log.ts';
import type { Outlet } from './server-call.ts';

type Wanted = Pick<ReadRequest, 'resolveLinks' | 'structuredIds'>;

/**
 * @param shared other readers get the very same events
 * @returns false when the reader has gone
 */
export async function sendEvents(
  outlet: Outlet,
  log: Log,
  { resolveLinks: follow, structuredIds }: Wanted,
  events: readonly LoggedEvent[],
  shared = false,
): Promise<boolean> {
  if (follow) {
    for await (const page of resolveLinks(log, events))
      if (!(await outlet.sendAll(page, (resolved) => new EventMessage(resolved, structuredIds)))) return false;
    return true;
  }
  if (shared && !structuredIds) return outlet.sendAll(events, sharedEventMessage);
  return outlet.sendAll(events, (event) => new EventMessage(unresolved(event), structuredIds));
}

/**
 * The outboxes of several pages, with `OFFLINE=on` (docs/decisions/browser/offline.md). A page holds a lock of its outbox while it
 * lives. The others wait for that lock: the first to get it takes over what the page has left. One page sends at a
 * time, the leader.
 */
import { uuid } from '../platform/browser.ts';
import { offlineBounds } from '../platform/offline/offline-setting.ts';

/** The name of this page's outbox among the texts of its person, and of its lock. */
export const pageOutbox = `outbox/${uuid()}`;

const followed = new Set<string>();
let isHeld = false;

/** @param takeOver called when no page has the outbox any more */
export function followOutboxes(names: readonly string[], takeOver: (name: string) => void | Promise<void>): void {
  if (!isHeld && offlineBounds()) {
    isHeld = true;
    // Until the page is gone.
    void navigator.locks.request(pageOutbox, () => new Promise<never>(() => undefined));
  }
  for (const name of names) {
    if (followed.has(name)) continue;
    followed.add(name);
    const take = async (): Promise<void> => {
      followed.delete(name);
      await takeOver(name);
    };
    if ('locks' in navigator) void navigator.locks.request(name, take).catch(() => undefined);
    else void take();
  }
}

/** Sends while no other page of the person does. */
export function asLeader<T>(user: string, signal: AbortSignal, send: () => Promise<T>): Promise<T> {
  if (!offlineBounds()) return send();
  return navigator.locks.request(`outbox-leader/${user}`, { signal }, send);
}

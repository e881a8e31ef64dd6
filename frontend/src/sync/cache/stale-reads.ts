/**
 * Which reads were answered as possibly older than they should be (`X-Stale: true`): the frame says so once, whatever
 * their number.
 */
import { useSyncExternalStore } from 'react';

let behind: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
function change(next: ReadonlySet<string>): void {
  behind = next;
  for (const listener of listeners) listener();
}

/** A newer answer of the same read settles it. */
export function recordReadStaleness(path: string, mayBeBehind: boolean): void {
  if (behind.has(path) === mayBeBehind) return;
  change(mayBeBehind ? new Set([...behind, path]) : new Set([...behind].filter((other) => other !== path)));
}

/** Another screen: what the last one showed is not on it. */
export const clearStaleReads = (): void => {
  if (behind.size > 0) change(new Set());
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useHasStaleReads = (): boolean => useSyncExternalStore(subscribe, () => behind.size > 0);

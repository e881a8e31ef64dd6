/** When the live connection last brought anything, to the minute: what stands on the screen is as old as that. */
import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
let last: number | undefined;
const listeners = new Set<() => void>();

/** Something came: a note, a heartbeat, the connection itself. */
export function recordMessage(now: number = Date.now()): void {
  const minute = now - (now % MINUTE_MS);
  if (minute === last) return;
  last = minute;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Milliseconds since the epoch; undefined: never. */
export const useLastMessageTime = (): number | undefined => useSyncExternalStore(subscribe, () => last);

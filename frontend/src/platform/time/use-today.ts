/** Today where the hospital stands, on a screen that may be left open through midnight. One clock for all that ask. */
import { useSyncExternalStore } from 'react';
import { today } from './dates.ts';

const LOOK_MS = 30_000;
const listeners = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  clock ??= setInterval(() => listeners.forEach((listener) => listener()), LOOK_MS);
  return () => {
    listeners.delete(tell);
    if (listeners.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}

export const useToday = (): string => useSyncExternalStore(subscribe, today);

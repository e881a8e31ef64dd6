/** Today in the hospital's time zone, for screens that stay open through midnight. All components share one timer. */
import { useSyncExternalStore } from 'react';
import { today } from './dates.ts';

const CHECK_MS = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((notify) => notify()), CHECK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export const useToday = (): string => useSyncExternalStore(subscribe, today);

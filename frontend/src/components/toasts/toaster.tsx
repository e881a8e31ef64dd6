/**
 * Short confirmations at the end of the screen. Failures are `ErrorAlert`s in place, never toasts, but for what the
 * specification calls a toast. The parts are loaded with the first one: they are a tenth of what the landing page would
 * otherwise carry.
 */
import { useSyncExternalStore } from 'react';

export interface ToastWords {
  type: 'success' | 'error' | 'info';
  title: string;
  description?: string;
  /** Milliseconds. */
  duration: number;
}

let wanted = false;
const listeners = new Set<() => void>();

async function show(words: ToastWords): Promise<void> {
  const { toaster } = await import('./toast-host.tsx');
  toaster.create(words);
  if (wanted) return;
  wanted = true;
  for (const listener of listeners) listener();
}
const say = (words: ToastWords): void => void show(words).catch(() => undefined);

/** Durations: 2000 ms, and 2500 ms for entries and reviews (specification §9). */
export const notify = {
  saved: (title: string, duration = 2_000): void => say({ type: 'success', title, duration }),
  removed: (title: string, description?: string, duration = 2_500): void =>
    say({ type: 'error', title, duration, ...(description === undefined ? {} : { description }) }),
  info: (title: string, description?: string, duration = 2_000): void =>
    say({ type: 'info', title, duration, ...(description === undefined ? {} : { description }) }),
  failed: (title: string, duration = 2_000): void => say({ type: 'error', title, duration }),
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** For the shell: whether there was one yet. */
const isWanted = (): boolean => wanted;
export const useToastsWanted = (): boolean => useSyncExternalStore(subscribe, isWanted, isWanted);

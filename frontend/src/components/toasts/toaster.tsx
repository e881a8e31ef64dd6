/**
 * Toasts: short confirmations at the end of the screen. A failed call is an `ErrorAlert` in place, except for the
 * failures that docs/product.md, "Toasts" names. The parts of a toast (23 KB) are loaded with the
 * first one.
 */
import { createStore, useStore } from 'zustand';

export interface ToastOptions {
  type: 'success' | 'error' | 'info';
  title: string;
  description?: string;
  /** Milliseconds. */
  duration: number;
  /** A button at its end. */
  action?: { label: string; onClick: () => void };
}

const hasToast = createStore(() => false);
/** True from the first toast on: the shell then mounts the host. */
export const useHasToast = (): boolean => useStore(hasToast);

async function createToast(toast: ToastOptions): Promise<void> {
  const { toaster } = await import('./toast-host.tsx');
  toaster.create(toast);
  hasToast.setState(true, true);
}
const show = (toast: ToastOptions): void => void createToast(toast).catch(() => undefined);

/** Durations in milliseconds: 2000, and 2500 for entries and reviews (docs/product.md, "Toasts"). */
export const notify = {
  saved: (title: string, duration = 2_000): void => show({ type: 'success', title, duration }),
  withLink: (title: string, action: NonNullable<ToastOptions['action']>, duration: number): void =>
    show({ type: 'success', title, action, duration }),
  removed: (title: string, description?: string, duration = 2_500): void =>
    show({ type: 'error', title, duration, ...(description === undefined ? {} : { description }) }),
  info: (title: string, description?: string, duration = 2_000): void =>
    show({ type: 'info', title, duration, ...(description === undefined ? {} : { description }) }),
  failed: (title: string, duration = 2_000): void => show({ type: 'error', title, duration }),
};

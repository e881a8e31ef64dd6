/** The service worker that opens the product without a network, and its newer versions (`offline-worker.js`). */
import { createStore, useStore } from 'zustand';
import { isOf, OFFLINE, PUSH, register, registrations } from '../workers.ts';

/** The names of the worker's caches begin with it. */
const CACHE = 'offline-';

// A worker is of this origin. The rule is about windows.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const takeOver = (worker: ServiceWorker): void => worker.postMessage('take over');

/** A newer version is here, and waits until a person takes it over. */
const newVersion = createStore<ServiceWorker | undefined>(() => undefined);
export const useHasNewVersion = (): boolean => useStore(newVersion, (worker) => worker !== undefined);
/** Ends in a reload of this page. Other pages go on with their version. */
export function takeNewVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  const worker = newVersion.getState();
  if (worker) takeOver(worker);
}

let registering: Promise<void> | undefined;
export function registerOfflineWorker(): Promise<void> {
  registering ??= (async () => {
    showManifest();
    const worker = await register(OFFLINE);
    // The worker of reminders has no version: it gives way at once.
    const isFirst = (): boolean => worker.active === null || new URL(worker.active.scriptURL).pathname === PUSH;
    const offer = (found: ServiceWorker | null): void => {
      if (!found) return;
      if (isFirst()) takeOver(found);
      else newVersion.setState(found, true);
    };
    offer(worker.waiting);
    const followNext = (): void => {
      const { installing } = worker;
      installing?.addEventListener('statechange', () => installing.state === 'installed' && offer(installing));
    };
    worker.addEventListener('updatefound', followNext);
    followNext();
  })();
  return registering;
}

/** The browser offers to install the product. */
function showManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = `/manifest.${document.documentElement.lang}.webmanifest`;
  document.head.append(link);
}

/** The setting was turned off: the worker and its files go. */
export async function removeOfflineWorker(): Promise<void> {
  for (const worker of await registrations()) if (isOf(worker, OFFLINE)) await worker.unregister();
  for (const name of await caches.keys()) if (name.startsWith(CACHE)) await caches.delete(name);
}

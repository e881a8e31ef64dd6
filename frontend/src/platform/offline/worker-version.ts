/** The service worker that opens the product without a network, and its newer versions (`offline-worker.js`). */
import { createStore, useStore } from 'zustand';
import { isOf, OFFLINE, PUSH, register, registrations } from '../workers.ts';

/** The names of the worker's caches begin with it. */
const CACHE = 'offline-';

/** A newer version is here, and waits until a person takes it over. */
const newVersion = createStore<ServiceWorker | undefined>(() => undefined);
export const useHasNewVersion = (): boolean => useStore(newVersion, (worker) => worker !== undefined);
/** Ends in a reload of this page. Other pages go on with their version. */
export function takeNewVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  newVersion.getState()?.postMessage('take over');
}

let registering: Promise<void> | undefined;
export function registerOfflineWorker(): Promise<void> {
  registering ??= (async () => {
    showManifest();
    const worker = await register(OFFLINE);
    // The worker of reminders has no version: it gives way at once.
    const isFirst = worker.active === null || new URL(worker.active.scriptURL).pathname === PUSH;
    const offer = (found: ServiceWorker | null): void => {
      if (!found) return;
      if (isFirst) found.postMessage('take over');
      else newVersion.setState(found, true);
    };
    offer(worker.waiting);
    worker.addEventListener('updatefound', () => {
      const { installing } = worker;
      installing?.addEventListener('statechange', () => installing.state === 'installed' && offer(installing));
    });
    const { installing } = worker;
    installing?.addEventListener('statechange', () => installing.state === 'installed' && offer(installing));
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

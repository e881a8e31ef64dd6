/**
 * The service workers of the product. That of reminders is registered when a person switches them on, and goes with their
 * sign-out. With `OFFLINE=on` there is one that opens the product without a network, and shows reminders as well: a browser
 * has one worker for an address. Any other one is unregistered (docs/product.md, "App shell").
 */
import { createStore, useStore } from 'zustand';
import { offlineBounds } from './offline/offline-setting.ts';
import { createPolicy } from './trusted-types.ts';

const PUSH = '/push-worker.js';
const OFFLINE = '/offline-worker.js';
/** The names of the worker's caches begin with it (`offline-worker.js`). */
const CACHE = 'offline-';

const script = createPolicy('push-worker', {
  createScriptURL: (address) => (address === PUSH || address === OFFLINE ? address : null),
});

const isOf = ({ active, waiting, installing }: ServiceWorkerRegistration, address: string): boolean =>
  [active, waiting, installing].some((worker) => worker && new URL(worker.scriptURL).pathname === address);
const isOffline = (worker: ServiceWorkerRegistration): boolean =>
  isOf(worker, OFFLINE) && offlineBounds() !== undefined;

const registrations = async (): Promise<readonly ServiceWorkerRegistration[]> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistrations() : [];

export async function unregisterWorkers({ keepsReminders }: { keepsReminders: boolean }): Promise<void> {
  for (const worker of await registrations()) {
    if (!isOffline(worker)) {
      if (!(keepsReminders && isOf(worker, PUSH))) await worker.unregister();
    } else if (!keepsReminders) await (await worker.pushManager?.getSubscription())?.unsubscribe();
  }
}

/** Undefined where reminders are not switched on in this browser. */
export async function findPushWorker(): Promise<ServiceWorkerRegistration | undefined> {
  for (const worker of await registrations())
    if (isOf(worker, PUSH) || (isOffline(worker) && (await worker.pushManager.getSubscription()))) return worker;
  return undefined;
}

/** False on plain http, and in a browser without push. */
export const hasPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;

const register = (address: string): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(script?.createScriptURL(address) ?? address);

/** @throws DOMException where the browser refuses it */
export async function registerPushWorker(): Promise<ServiceWorkerRegistration> {
  if (offlineBounds()) await registerOfflineWorker();
  else await register(PUSH);
  return navigator.serviceWorker.ready;
}

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

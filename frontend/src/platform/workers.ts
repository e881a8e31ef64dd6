/**
 * The service workers of the product. That of reminders is registered when a person switches them on, and goes with their
 * sign-out. With `OFFLINE=on` there is one that opens the product without a network, and shows reminders as well: a browser
 * has one worker for an address. Any other one is unregistered (docs/product.md, "App shell").
 */
import { offlineBounds } from './offline/offline-setting.ts';
import { createPolicy } from './trusted-types.ts';

export const PUSH = '/push-worker.js';
export const OFFLINE = '/offline-worker.js';

const script = createPolicy('push-worker', {
  createScriptURL: (address) => (address === PUSH || address === OFFLINE ? address : null),
});

export const isOf = ({ active, waiting, installing }: ServiceWorkerRegistration, address: string): boolean =>
  [active, waiting, installing].some((worker) => worker && new URL(worker.scriptURL).pathname === address);
const isOffline = (worker: ServiceWorkerRegistration): boolean =>
  isOf(worker, OFFLINE) && offlineBounds() !== undefined;

export const registrations = async (): Promise<readonly ServiceWorkerRegistration[]> =>
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

export const register = (address: string): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(script?.createScriptURL(address) ?? address);

/** @throws DOMException where the browser refuses it */
export async function registerPushWorker(): Promise<ServiceWorkerRegistration> {
  if (offlineBounds()) await (await import('./offline/worker-version.ts')).registerOfflineWorker();
  else await register(PUSH);
  return navigator.serviceWorker.ready;
}

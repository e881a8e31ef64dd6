/**
 * The service worker that shows reminders, the only one of the product. It is registered when a person switches reminders on,
 * and goes with their sign-out. Any other one is unregistered (docs/product.md, "App shell").
 */
import { createPolicy } from './trusted-types.ts';

const ADDRESS = '/push-worker.js';

const script = createPolicy('push-worker', { createScriptURL: () => ADDRESS });

const isPushWorker = ({ active, waiting, installing }: ServiceWorkerRegistration): boolean =>
  [active, waiting, installing].some((worker) => worker && new URL(worker.scriptURL).pathname === ADDRESS);

const registrations = async (): Promise<readonly ServiceWorkerRegistration[]> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistrations() : [];

export async function unregisterWorkers({ keepsReminders }: { keepsReminders: boolean }): Promise<void> {
  const gone = (await registrations()).filter((worker) => !(keepsReminders && isPushWorker(worker)));
  await Promise.all(gone.map((worker) => worker.unregister()));
}

/** Undefined where reminders are not switched on in this browser. */
export const findPushWorker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  (await registrations()).find(isPushWorker);

/** False on plain http, and in a browser without push. */
export const hasPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;

/** @throws DOMException where the browser refuses it */
export async function registerPushWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(script?.createScriptURL(ADDRESS) ?? ADDRESS);
  return navigator.serviceWorker.ready;
}

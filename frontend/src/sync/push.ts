/** Reminders that the browser shows (docs/product.md, "Reminders"). */
import * as accountCalls from 'language/contract/calls/account';
import { currentLanguage } from '../platform/language/language.ts';
import { findPushWorker, registerPushWorker, unregisterWorkers } from '../platform/workers.ts';
import { api } from './client.ts';

/** True from the registration of the worker until it has its subscription. */
let isSubscribing = false;

/** @param publicKey of the installation @throws ApiError; DOMException where the browser refuses it */
export async function subscribe(publicKey: string): Promise<void> {
  isSubscribing = true;
  try {
    const worker = await registerPushWorker();
    const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    await keep(subscription);
  } finally {
    isSubscribing = false;
  }
}

async function keep(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { language, digits } = currentLanguage();
  const { p256dh = '', auth = '' } = keys;
  await api(accountCalls.setPushSubscription, {
    body: { endpoint, keys: { p256dh, auth }, language: { code: language.code, digits } },
  });
}

/** @throws ApiError */
export async function unsubscribe(): Promise<void> {
  await api(accountCalls.removePushSubscription, {});
  await unregisterWorkers({ keepsReminders: false });
}

/** The subscription belongs to a session: a new session of the same person keeps it, and another installation's ends. */
export async function followPush(): Promise<void> {
  const worker = await findPushWorker();
  if (!worker) return;
  const { publicKey, isOn } = await api(accountCalls.getPushSubscription, {});
  const subscription = await worker.pushManager.getSubscription();
  if (isSubscribing) return;
  if (publicKey === null || !subscription) await unregisterWorkers({ keepsReminders: false });
  else if (!isOn) await keep(subscription);
}

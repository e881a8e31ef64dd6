/**
 * Holds the key of what the signed-in person's pages keep on this device, in memory only: the server gives it to a
 * session that is neither locked nor ended, and it is dropped with the lock, the sign-out and the end of the session
 * (docs/decisions/browser/device-storage.md).
 */
import * as accountCalls from 'language/contract/calls/account';
import { ApiError, createApi } from '../http/api.ts';
import { type Loading, loadWithRetry } from '../http/retry.ts';
import { keyOfProof } from '../http/session-proof.ts';
import type { OfflineDevice } from '../offline/offline-device.ts';
import { hasLeftDevice, offlineBounds } from '../offline/offline-setting.ts';
import { openDevice, type OpenDevice, setAwaitsPin, setOpenDevice } from '../offline/offline-state.ts';
import { deviceStorage, isSecure } from '../storage/device-storage.ts';
import { drafts } from '../storage/draft-storage.ts';
import type { TextCipher } from '../storage/text-cipher.ts';
import { session, sessionKey, sessionProof, signedInUser } from './session.ts';

/** The sign-in whose key is here or on its way. */
let current: string | undefined;
let loading: Loading | undefined;
/** Screens wait. */
let isLoading = false;
let done = (): void => undefined;
let loaded = Promise.resolve();

/** Undefined without `OFFLINE=on`, and where the browser refuses storage. */
export const deviceOf = async (): Promise<OfflineDevice | undefined> =>
  offlineBounds() === undefined ? undefined : (await import('../offline/offline-device.ts')).offlineDevice();

interface Loaded {
  cipher: TextCipher;
  device?: OpenDevice;
}

/** @returns undefined where the session is locked or has ended: the next one asks again */
async function load(user: string): Promise<Loaded | undefined> {
  try {
    // The cipher is loaded with the first key: the landing page needs none.
    const [{ key }, { createTextCipher, keyOfText }, device] = await Promise.all([
      // The calls of the screens notice that the session has ended.
      createApi({ base: location.origin, proof: sessionProof, onSessionEnd: () => undefined })(
        accountCalls.getDeviceKey,
        {},
      ),
      import('../storage/text-cipher.ts'),
      deviceOf(),
    ]);
    const bytes = keyOfText(key);
    try {
      if (device) {
        const { openWithServerKey, textCipherOf } = await import('../offline/offline-device.ts');
        const keys = await openWithServerKey(device, user, bytes);
        return { cipher: textCipherOf(keys), device: { keys, records: device.records } };
      }
      if (hasLeftDevice()) await (await import('../offline/offline-device.ts')).leaveDevice(user, bytes);
      return { cipher: createTextCipher(bytes) };
    } finally {
      bytes.fill(0);
    }
  } catch (error) {
    const { status, isTransient } = ApiError.from(error);
    if (status === 401) return undefined;
    // No screen waits for a server that answers otherwise, such as one of an earlier version.
    if (!isTransient) stopWaiting();
    throw error;
  }
}

function stopWaiting(): void {
  isLoading = false;
  done();
}

/** The time after which a server is away that has not answered. */
const AWAY_MS = 4_000;
let away: ReturnType<typeof setTimeout> | undefined;
/** Opened by the PIN on a locked page: its unlocking follows. */
let byPin: (Loaded & { user: string }) | undefined;

function end(): void {
  loading?.stop();
  clearTimeout(away);
  stopWaiting();
}

function opened(user: string, { cipher, device }: Loaded, how?: { keepsUnreadable: boolean }): void {
  setOpenDevice(device);
  setAwaitsPin(false);
  deviceStorage.open(user, cipher, how);
  stopWaiting();
}

/** The server does not say the key: the person's PIN opens what the device has. Drafts wait for it, and no screen does. */
async function awaitPin(user: string, key: string): Promise<void> {
  if (!(await deviceOf()) || key !== current || deviceStorage.isOpen(user)) return;
  setAwaitsPin(true);
  stopWaiting();
}

function begin(key: string | undefined, user: string | undefined): void {
  if (key === current) return;
  current = key;
  end();
  deviceStorage.close();
  setOpenDevice(undefined);
  setAwaitsPin(false);
  if (key === undefined || user === undefined) {
    byPin = undefined;
    return;
  }
  if (!isSecure()) {
    deviceStorage.open(user, undefined);
    return;
  }
  deviceStorage.expect(user);
  isLoading = true;
  loaded = new Promise((resolve) => {
    done = resolve;
  });
  if (byPin?.user === user) opened(user, byPin, { keepsUnreadable: true });
  byPin = undefined;
  if (offlineBounds()) away = setTimeout(() => void awaitPin(user, key), AWAY_MS);
  loading = loadWithRetry(() => load(user), {
    onLoaded: (found) => {
      if (found) opened(user, found);
      end();
    },
    onFailed: () => void awaitPin(user, key),
  });
}

/** The person's PIN was right, on a page that is locked or waits for the key. */
export function openedByPin(user: string, found: Loaded): void {
  if (current === undefined) byPin = { ...found, user };
  else if (!deviceStorage.isOpen(user)) opened(user, found, { keepsUnreadable: true });
}
// The sign-out leaves nothing of the person.
drafts.onCleared((user) => {
  if (openDevice()?.keys.owner === user) setOpenDevice(undefined);
  if (byPin?.user === user) byPin = undefined;
  void deviceOf().then((device) => device?.vault.forget(user));
});

/** True if no screen has to wait for a key: it is there, or this tab has nothing that needs it. */
export function areDraftsReadable(): boolean {
  const user = signedInUser();
  // The names of the device's database are not known yet.
  if (isLoading && offlineBounds()) return false;
  return !isLoading || user === undefined || !deviceStorage.hasSealed(user._id);
}
/** Resolves when the key is there, or no screen has to wait for it any more. */
export const draftsReadable = (): Promise<void> => loaded;

/** The server has unlocked the session, and the screens are about to be shown. */
export async function openAfterUnlock(): Promise<void> {
  const proof = sessionProof();
  begin(proof && keyOfProof(proof), signedInUser()?._id);
  if (!areDraftsReadable()) await draftsReadable();
}

const follow = (): void => begin(sessionKey(), signedInUser()?._id);
session.subscribe(follow);
follow();

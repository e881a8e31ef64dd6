/**
 * Holds the key of what the signed-in person's pages keep on this device, in memory only: the server gives it to a
 * session that is neither locked nor ended, and it is dropped with the lock, the sign-out and the end of the session
 * (docs/decisions/browser/device-storage.md).
 */
import * as accountCalls from 'language/contract/calls/account';
import { ApiError, createApi } from '../http/api.ts';
import { type Loading, loadWithRetry } from '../http/retry.ts';
import { keyOfProof } from '../http/session-proof.ts';
import { deviceStorage, isSecure } from '../storage/device-storage.ts';
import type { TextCipher } from '../storage/text-cipher.ts';
import { session, sessionKey, sessionProof, signedInUser } from './session.ts';

/** The sign-in whose key is here or on its way. */
let current: string | undefined;
let loading: Loading | undefined;
/** Screens wait. */
let isLoading = false;
let done = (): void => undefined;
let loaded = Promise.resolve();

/** @returns undefined where the session is locked or has ended: the next one asks again */
async function load(): Promise<TextCipher | undefined> {
  try {
    // The cipher is loaded with the first key: the landing page needs none.
    const [{ key }, { createTextCipher, keyOfText }] = await Promise.all([
      // The calls of the screens notice that the session has ended.
      createApi({ base: location.origin, proof: sessionProof, onSessionEnd: () => undefined })(
        accountCalls.getDeviceKey,
        {},
      ),
      import('../storage/text-cipher.ts'),
    ]);
    const bytes = keyOfText(key);
    const cipher = createTextCipher(bytes);
    bytes.fill(0);
    return cipher;
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

function end(): void {
  loading?.stop();
  stopWaiting();
}

function begin(key: string | undefined, user: string | undefined): void {
  if (key === current) return;
  current = key;
  end();
  deviceStorage.close();
  if (key === undefined || user === undefined) return;
  if (!isSecure()) {
    deviceStorage.open(user, undefined);
    return;
  }
  deviceStorage.expect(user);
  isLoading = true;
  loaded = new Promise((resolve) => {
    done = resolve;
  });
  loading = loadWithRetry(load, {
    onLoaded: (cipher) => {
      if (cipher) deviceStorage.open(user, cipher);
      end();
    },
  });
}

/** True if no screen has to wait for a key: it is there, or this tab has nothing that needs it. */
export function areDraftsReadable(): boolean {
  const user = signedInUser();
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

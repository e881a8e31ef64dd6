/**
 * The keys that push services know the installation by (VAPID, RFC 8292): P-256, derived from the root key of the database.
 * So they stay the same over restarts, restores and instances, and there is one secret to keep, MASTER_KEY.
 */
import { createECDH } from 'node:crypto';
import { derivedKey } from './derived-key.ts';

export interface PushKeys {
  /** In base64url. Pages subscribe with it. */
  readonly publicKey: string;
  readonly privateKey: string;
}

export function createPushKeys(rootKey: Buffer): PushKeys {
  const key = createECDH('prime256v1');
  key.setPrivateKey(derivedKey(rootKey, 'web push'));
  return { publicKey: key.getPublicKey('base64url'), privateKey: key.getPrivateKey('base64url') };
}

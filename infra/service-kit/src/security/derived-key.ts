/** Keys for single purposes, derived from the root key. A derived key reveals neither the root key nor other keys. */
import { createHmac, hkdfSync } from 'node:crypto';

/** @param purpose the name of the use; another name gives another key @returns 32 bytes */
export const derivedKey = (rootKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', rootKey, '', purpose, 32));

/** A hash with a key: the plain hash of an e-mail or address could be found by trying all. */
export const keyedHash = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

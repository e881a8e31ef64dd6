/** Keys for single purposes, derived from MASTER_KEY: none of them tells anything of it or of another. */
import { createHmac, hkdfSync } from 'node:crypto';

/** @param purpose names what the key is for; another name gives another key @returns 32 bytes */
export const derivedKey = (masterKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32));

/**
 * Tells two texts apart without showing either: a plain hash of an e-mail or an address could be found by trying all.
 */
export const keyedHash = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

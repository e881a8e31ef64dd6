/** A mark in place of an e-mail that no account has: the same e-mail is recognised again, and cannot be read. */
import { derivedKey, keyedHash } from '../security/derived-key.ts';

/** @param email in any case */
export const emailMark = (rootKey: Buffer, email: string): string =>
  keyedHash(derivedKey(rootKey, 'e-mails in the security log'), email.trim().toLowerCase()).slice(0, 16);

/**
 * One attempt at a challenge: SHA-256, again and again, as the server's library does it. In plain JavaScript, because
 * the browser's own cryptography is closed to pages without TLS, and hospitals have such networks.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import type { DeriveKeyFunction } from 'altcha-lib';

export const deriveKey: DeriveKeyFunction = ({ algorithm, cost, keyLength }, salt, password) => {
  if (algorithm !== 'SHA-256') return Promise.reject(new Error(`A challenge of an unknown kind: ${algorithm}`));
  const first = new Uint8Array(salt.length + password.length);
  first.set(salt);
  first.set(password, salt.length);
  let key = sha256(first);
  for (let round = 1; round < cost; round += 1) key = sha256(key);
  return Promise.resolve({ derivedKey: key.subarray(0, keyLength) });
};

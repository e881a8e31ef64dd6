/**
 * One attempt at a challenge: repeated SHA-256, as in the server's library.
 * In plain JavaScript: browsers do not offer `crypto.subtle` to pages without TLS, which some hospitals use.
 */
import type { DeriveKeyFunction } from 'altcha-lib';
import { sha256 } from '@noble/hashes/sha2.js';

export const deriveKey: DeriveKeyFunction = ({ algorithm, cost, keyLength }, salt, password) => {
  if (algorithm !== 'SHA-256') return Promise.reject(new Error(`Unknown algorithm of a challenge: ${algorithm}`));
  const input = new Uint8Array(salt.length + password.length);
  input.set(salt);
  input.set(password, salt.length);
  let key = sha256(input);
  for (let round = 1; round < cost; round += 1) key = sha256(key);
  return Promise.resolve({ derivedKey: key.subarray(0, keyLength) });
};

/**
 * The key that signs anchors and exports: Ed25519, derived from the root key of the database. So there is one
 * secret to keep, MASTER_KEY, and every instance has it. A check needs only the public key.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { derivedKey } from './derived-key.ts';

/** The prefixes of the 32 bytes of an Ed25519 key in PKCS #8 and in SPKI (RFC 8410). */
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex');

export interface Signing {
  /** 32 bytes in base64url. An auditor gets it by another way than the signed file. */
  readonly publicKey: string;
  /** In base64. */
  sign(text: string): string;
}

export function createSigning(rootKey: Buffer): Signing {
  const key = createPrivateKey({
    key: Buffer.concat([PRIVATE, derivedKey(rootKey, 'signing history')]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length);
  return {
    publicKey: publicKey.toString('base64url'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** Base64 can write the same bytes in several ways: a signature that was written in another way was altered. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.toString('base64') !== signature) return false;
  const key: KeyObject = createPublicKey({
    key: Buffer.concat([PUBLIC, Buffer.from(publicKey, 'base64url')]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(text), key, bytes);
}

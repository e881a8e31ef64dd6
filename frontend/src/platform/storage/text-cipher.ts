/**
 * AES-256-GCM over texts. Synchronous, as the storage of a tab is: a text that is typed right before a page goes is
 * encrypted and stored in the same task. Web Crypto answers in a later one, which such a page does not have
 * (docs/decisions/browser/device-storage.md).
 */
import { gcm } from '@noble/ciphers/aes.js';
import { MARK } from './sealed-text.ts';

export interface TextCipher {
  /** @param name the place where the text is stored: it opens there only */
  seal(text: string, name: string): string;
  /** @throws Error for a text of another key or name, or one that was changed */
  open(sealed: string, name: string): string;
  /** Overwrites the key. The cipher can do nothing any more. */
  forget(): void;
}

const NONCE_BYTES = 12;
/** Arguments of a call: more would not fit on the stack. */
const CHUNK = 8_192;

/** @param key 32 bytes */
export function createTextCipher(key: Uint8Array): TextCipher {
  const own = Uint8Array.from(key);
  let isForgotten = false;
  const cipherOf = (nonce: Uint8Array, name: string) => {
    if (isForgotten) throw new Error('The key was forgotten');
    return gcm(own, nonce, new TextEncoder().encode(name));
  };
  return {
    seal(text, name) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = cipherOf(nonce, name).encrypt(new TextEncoder().encode(text));
      return MARK + toBase64(nonce) + toBase64(sealed);
    },
    open(sealed, name) {
      // 12 bytes are 16 letters without padding.
      const bytes = fromBase64(sealed.slice(MARK.length));
      const opened = cipherOf(bytes.subarray(0, NONCE_BYTES), name).decrypt(bytes.subarray(NONCE_BYTES));
      return new TextDecoder().decode(opened);
    },
    forget() {
      own.fill(0);
      isForgotten = true;
    },
  };
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** @param text base64url, without padding */
export const keyOfText = (text: string): Uint8Array<ArrayBuffer> =>
  fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));

/** AES-256-GCM of the browser, for all that need not be stored in the same task (`../storage/text-cipher.ts` for the rest). */
import type { Wrapped } from './records.ts';

const NONCE_BYTES = 12;
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** @param name the place where it is stored: it opens there only */
export async function seal(key: CryptoKey, plain: Uint8Array<ArrayBuffer>, name: string): Promise<Wrapped> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(name) }, key, plain) };
}
/** @throws DOMException for another key or name, or data that was changed */
export const open = (key: CryptoKey, { iv, data }: Wrapped, name: string): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(name) }, key, data);

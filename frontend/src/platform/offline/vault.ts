/**
 * The data key of a person on this device: wrapped by the key that the server gives to a signed-in session, and by the
 * person's offline PIN (docs/offline.md, "How it is encrypted"). The unwrapped key is in memory only.
 */
import type { KeyRecord, Records } from './records.ts';
import { open, seal } from './sealed-data.ts';

/** A wrong PIN is tried this often in a row. Then the PIN and the kept reads are destroyed. */
export const PIN_TRIES = 5;
/** About a second on a slow phone. The record has its own number, so that it can grow. */
const PIN_ROUNDS = 1_000_000;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** The keys of one person, made from the data key. */
export interface DeviceKeys {
  readonly owner: string;
  /** Encrypts drafts and unsent commands, 32 bytes (`text-cipher.ts`). */
  readonly texts: Uint8Array<ArrayBuffer>;
  /** Encrypts kept reads. */
  readonly reads: CryptoKey;
  /** Names kept reads. */
  readonly names: CryptoKey;
  /** For another wrapping. */
  readonly data: Uint8Array<ArrayBuffer>;
}
export type PinOutcome = { keys: DeviceKeys } | { wrong: true; triesLeft: number } | { none: true };

const random = (bytes: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(bytes));
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const aesKey = (bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);

async function pinKey(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const typed = await crypto.subtle.importKey('raw', bytesOf(pin.normalize('NFKC')), 'PBKDF2', false, ['deriveKey']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(how, typed, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

async function keysOf(owner: string, data: Uint8Array<ArrayBuffer>): Promise<DeviceKeys> {
  const base = await crypto.subtle.importKey('raw', data, 'HKDF', false, ['deriveBits']);
  const derived = async (info: string): Promise<Uint8Array<ArrayBuffer>> => {
    const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytesOf(info) };
    return new Uint8Array(await crypto.subtle.deriveBits(how, base, KEY_BYTES * 8));
  };
  const [texts, reads, names] = await Promise.all([derived('texts'), derived('reads'), derived('names')]);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  return {
    owner,
    texts,
    reads: await aesKey(reads),
    names: await crypto.subtle.importKey('raw', names, hmac, false, ['sign']),
    data,
  };
}

export interface Vault {
  /** @param serverKey 32 bytes, the same each time. Another one than before begins a new vault: the old one opens no more. */
  openWithServerKey(owner: string, serverKey: Uint8Array<ArrayBuffer>): Promise<DeviceKeys>;
  openWithPin(owner: string, pin: string): Promise<PinOutcome>;
  setPin(keys: DeviceKeys, pin: string): Promise<void>;
  removePin(owner: string): Promise<void>;
  hasPin(owner: string): Promise<boolean>;
  /** The sign-out: nothing of the person opens any more. */
  forget(owner: string): Promise<void>;
}

/** @param rounds of the hash of a new PIN */
export function createVault(records: Records, rounds = PIN_ROUNDS): Vault {
  const unwrapped = async (record: KeyRecord, key: CryptoKey, by: 'byServer' | 'byPin') => {
    const wrapped = record[by];
    if (!wrapped) return undefined;
    const data = await open(key, wrapped, `${by}/${record.owner}`).catch(() => undefined);
    return data && keysOf(record.owner, new Uint8Array(data));
  };
  const withoutPin = ({ owner, byServer }: KeyRecord): KeyRecord => ({ owner, byServer });
  return {
    async openWithServerKey(owner, serverKey) {
      const key = await aesKey(serverKey);
      const found = await records.key(owner);
      const known = found && (await unwrapped(found, key, 'byServer'));
      if (known) return known;
      if (found) await records.removeReads(owner);
      const fresh: KeyRecord = { owner, byServer: await seal(key, random(KEY_BYTES), `byServer/${owner}`) };
      // Two pages that begin at the same time both get the first one's.
      const kept = await records.changeKey(owner, (now) =>
        now && (!found || !isSame(now.byServer.iv, found.byServer.iv)) ? now : fresh,
      );
      const keys = kept && (await unwrapped(kept, key, 'byServer'));
      if (!keys) throw new Error('The data key was not stored');
      return keys;
    },
    async openWithPin(owner, pin) {
      // Counted before it is made: neither another tab nor a reload gives one for free.
      const record = await records.changeKey(owner, (now) =>
        now?.byPin ? { ...now, byPin: { ...now.byPin, triesLeft: now.byPin.triesLeft - 1 } } : now,
      );
      if (!record?.byPin) return { none: true };
      const { salt, rounds: own, triesLeft } = record.byPin;
      const keys = triesLeft < 0 ? undefined : await unwrapped(record, await pinKey(pin, salt, own), 'byPin');
      if (keys) {
        await records.changeKey(owner, (now) =>
          now?.byPin ? { ...now, byPin: { ...now.byPin, triesLeft: PIN_TRIES } } : now,
        );
        return { keys };
      }
      if (triesLeft > 0) return { wrong: true, triesLeft };
      await records.changeKey(owner, (now) => now && withoutPin(now));
      await records.removeReads(owner);
      return { wrong: true, triesLeft: 0 };
    },
    async setPin({ owner, data }, pin) {
      // A lock overwrites the key meanwhile.
      const own = data.slice();
      const salt = random(SALT_BYTES);
      const wrapped = await seal(await pinKey(pin, salt, rounds), own, `byPin/${owner}`);
      own.fill(0);
      const byPin = { ...wrapped, salt, rounds, triesLeft: PIN_TRIES };
      const after = await records.changeKey(owner, (now) => now && { ...now, byPin });
      if (!after) throw new Error('The person has signed out');
    },
    async removePin(owner) {
      await records.changeKey(owner, (now) => now && withoutPin(now));
    },
    hasPin: async (owner) => (await records.key(owner))?.byPin !== undefined,
    async forget(owner) {
      await records.changeKey(owner, () => undefined);
      await records.removeReads(owner);
    },
  };
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

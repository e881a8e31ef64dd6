/** The master keys of a process: MASTER_KEY and, while it is changed, MASTER_KEY_PREVIOUS. */
import { derivedKey } from './derived-key.ts';
import { unwrap } from './wrapping.ts';

const ID_BYTES = 4;

/** MASTER_KEY first. 32 bytes each. */
export type MasterKeys = readonly [Buffer, ...Buffer[]];

/** As `3f9a-1c27`. It says which key, and reveals nothing of it. */
export function keyIdOf(masterKey: Buffer): string {
  const hex = derivedKey(masterKey, 'id of the master key').subarray(0, ID_BYTES).toString('hex');
  return `${hex.slice(0, 4)}-${hex.slice(4)}`;
}

/** @returns the keys of the two settings; equal ones once */
export function masterKeysOf(settings: {
  readonly MASTER_KEY: Buffer;
  readonly MASTER_KEY_PREVIOUS?: Buffer | undefined;
}): MasterKeys {
  const { MASTER_KEY: key, MASTER_KEY_PREVIOUS: previous } = settings;
  return previous === undefined || previous.equals(key) ? [key] : [key, previous];
}

/** The two settings, for the environment of another process. */
export const masterKeySettings = ([key, previous]: MasterKeys): Record<
  'MASTER_KEY' | 'MASTER_KEY_PREVIOUS',
  string
> => ({
  MASTER_KEY: key.toString('base64'),
  MASTER_KEY_PREVIOUS: previous?.toString('base64') ?? '',
});

export interface HeldKey {
  readonly id: string;
  readonly key: Buffer;
}

export interface MasterKeyRing {
  /** In the order of the master keys. */
  readonly held: readonly [HeldKey, ...(readonly HeldKey[])];
  /**
   * @param keyId of the key that wrapped it; null where no id was recorded: then every key is tried
   * @throws Error when this process does not hold the key, or `wrapped` was made for another name
   */
  open(wrapped: Buffer, keyId: string | null, name: string): Buffer;
}

export function createMasterKeyRing(keys: MasterKeys): MasterKeyRing {
  const [first, ...others] = keys;
  const heldOf = (key: Buffer): HeldKey => ({ id: keyIdOf(key), key });
  const held = [heldOf(first), ...others.map(heldOf)] as const;
  return {
    held,
    open(wrapped, keyId, name) {
      let failure: unknown;
      for (const { id, key } of held) {
        if (keyId !== null && keyId !== id) continue;
        try {
          return unwrap(key, wrapped, name);
        } catch (error) {
          failure = error;
        }
      }
      throw failure ?? new Error(`It was wrapped by the master key ${keyId}, which this process does not hold`);
    },
  };
}

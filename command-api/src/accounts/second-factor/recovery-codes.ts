/** Recovery codes: 50 random bits each, stored as keyed hashes, for one use each. */
import { randomInt } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { derivedKey, keyedHash } from 'service-kit/security/derived-key';

export const RECOVERY_CODES = 10;
/** Crockford's alphabet: without letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const HALF = 5;

export interface RecoveryCodes {
  /** Makes new ones; the old ones end. In a transaction of the caller. @returns such as `4t7ke-90xwb` */
  renew(tx: PoolClient, userId: string): Promise<string[]>;
  /** True if this was an unused code of the account. It is used now. */
  accept(userId: string, code: string): Promise<boolean>;
}

export function createRecoveryCodes(pool: Pool, rootKey: Buffer): RecoveryCodes {
  const key = derivedKey(rootKey, 'recovery codes');
  const hashed = (userId: string, code: string): string => keyedHash(key, `${userId} ${normalised(code)}`);
  return {
    async renew(tx, userId) {
      const codes = new Set<string>();
      while (codes.size < RECOVERY_CODES) codes.add(`${letters(HALF)}-${letters(HALF)}`);
      await tx.query('delete from accounts.recovery_code where user_id = $1', [userId]);
      await tx.query('insert into accounts.recovery_code (user_id, code_hash) select $1, unnest($2::text[])', [
        userId,
        [...codes].map((code) => hashed(userId, code)),
      ]);
      return [...codes];
    },
    async accept(userId, code) {
      // One of several concurrent uses succeeds.
      const { rowCount } = await pool.query(
        'delete from accounts.recovery_code where user_id = $1 and code_hash = $2',
        [userId, hashed(userId, code)],
      );
      return rowCount === 1;
    },
  };
}

const letters = (count: number): string =>
  Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** As people type it: with other separators, capitals, and letters that look like digits. */
const normalised = (code: string): string =>
  code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');

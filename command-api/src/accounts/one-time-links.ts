/**
 * One-time links that are mailed: tokens of 128 random bits, stored hashed, good for an hour and once. There is one
 * kind: whoever holds one reads that mailbox, and so may set a password, or confirm the e-mail of the account that they
 * are signed in to. `credentials.ts` spends them.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

export const LINK_MINUTES = 60;

export const linkHash = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface OneTimeLinks {
  /** @returns the token, which is nowhere stored in clear */
  make(userId: string): Promise<string>;
  /**
   * Whether the link is still good for this command, or was used by this very one; using it is
   * `credentials.resetByLink`.
   */
  isGood(token: string, commandId: string): Promise<boolean>;
  removeExpired(): Promise<void>;
}

export const createOneTimeLinks = (pool: Pool): OneTimeLinks => ({
  async make(userId) {
    // 22 characters: with an address of up to 41 in front, the link is one line of a mail that needs no encoding.
    const token = randomBytes(16).toString('base64url');
    await pool.query(
      `insert into accounts.one_time_link (token_hash, user_id, expires_at) values ($1, $2, now() + make_interval(mins => ${LINK_MINUTES}))`,
      [linkHash(token), userId],
    );
    return token;
  },
  async isGood(token, commandId) {
    const { rowCount } = await pool.query(
      'select 1 from accounts.one_time_link where token_hash = $1 and expires_at > now() and coalesce(spent_by, $2) = $2',
      [linkHash(token), commandId],
    );
    return rowCount === 1;
  },
  async removeExpired() {
    await pool.query('delete from accounts.one_time_link where expires_at <= now()');
  },
});

/**
 * Mailed one-time links: tokens of 128 random bits, stored hashed, valid for an hour and for one use. There is one
 * kind: its owner reads the mailbox, so the owner may set a password, or confirm the e-mail of the signed-in account.
 * `credentials.ts` uses them up.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

export const LINK_MINUTES = 60;

export const linkHash = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface OneTimeLinks {
  /** @returns the token, which is not stored in clear text */
  make(userId: string): Promise<string>;
  /**
   * The account of a link that is unused or was used by this command. `credentials.resetByLink` uses it up.
   * @returns its user id; undefined for any other token
   */
  ownerOf(token: string, commandId: string): Promise<string | undefined>;
  removeExpired(): Promise<void>;
}

export const createOneTimeLinks = (pool: Pool): OneTimeLinks => ({
  async make(userId) {
    // 22 characters: with an address of up to 41 in front, the link is one line of a mail that needs no encoding.
    const token = randomBytes(16).toString('base64url');
    await pool.query(
      `insert into accounts.one_time_link (token_hash, user_id, expires_at)
       values ($1, $2, now() + make_interval(mins => ${LINK_MINUTES}))`,
      [linkHash(token), userId],
    );
    return token;
  },
  async ownerOf(token, commandId) {
    const { rows } = await pool.query<{ user_id: string }>(
      `select user_id from accounts.one_time_link
       where token_hash = $1 and expires_at > now() and coalesce(spent_by, $2) = $2`,
      [linkHash(token), commandId],
    );
    return rows[0]?.user_id;
  },
  async removeExpired() {
    await pool.query('delete from accounts.one_time_link where expires_at <= now()');
  },
});

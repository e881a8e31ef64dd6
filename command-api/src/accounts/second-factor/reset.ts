/** For the operator: an account whose person has lost their passkeys, their app and their recovery codes. */
import type { Pool } from 'pg';
import { inTransaction } from 'service-kit/postgres/in-transaction';
import { recordSecurityEvent } from 'service-kit/security-log/record';
import { SESSION_ENDED_CHANNEL } from 'service-kit/security/sessions';

/**
 * Ends the account's sessions as well: they may be another person's.
 * @param email in any case
 * @returns whether there is such an account
 */
export const resetSecondFactor = (pool: Pool, email: string): Promise<boolean> =>
  inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ user_id: string }>(
      'select user_id from accounts.credential where lower(email) = lower($1) for update',
      [email.trim()],
    );
    const userId = rows[0]?.user_id;
    if (userId === undefined) return false;
    for (const table of ['totp', 'passkey', 'recovery_code'])
      await tx.query(`delete from accounts.${table} where user_id = $1`, [userId]);
    await tx.query(
      `with ended as (delete from accounts.session where user_id = $1 returning session_id)
       select pg_notify('${SESSION_ENDED_CHANNEL}', session_id::text) from ended`,
      [userId],
    );
    await recordSecurityEvent(tx, { kind: 'SecondFactorReset', by: 'operator', userId, data: {} });
    return true;
  });

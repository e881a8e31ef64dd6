/**
 * Disabled accounts (docs/decisions/write-side/people-leave.md). Disabling ends what could open the account: its sessions,
 * also on the sockets, and its mailed links. `Credential.isDisabled` tells it to each way in.
 */
import type { Pool } from 'pg';
import { inShortTransaction } from 'service-kit/postgres/in-transaction';
import { announceSessionChange } from 'service-kit/security/session-changes';
import { endSessionsOf } from 'service-kit/security/sessions';

export interface Disabling {
  /** The id of the admin account. */
  readonly by: string;
  readonly reason: string;
}

export interface AccountStates {
  /** A disabled account keeps its first reason and time. */
  disable(userId: string, disabling: Disabling): Promise<void>;
  /** An enabled account stays as it is. Its sessions and links do not come back. */
  enable(userId: string): Promise<void>;
}

export const createAccountStates = (pool: Pool): AccountStates => ({
  async disable(userId, { by, reason }) {
    await announceSessionChange(pool);
    await inShortTransaction(pool, async (tx) => {
      // The account's row is locked first, as in every change of a password (`credentials.ts`).
      await tx.query(
        `update accounts.credential set disabled_at = now(), disabled_by = $2, disabled_reason = $3
         where user_id = $1 and disabled_at is null`,
        [userId, by, reason],
      );
      await tx.query('delete from accounts.one_time_link where user_id = $1 and spent_by is null', [userId]);
      await endSessionsOf(tx, userId);
    });
  },
  async enable(userId) {
    await pool.query(
      `update accounts.credential set disabled_at = null, disabled_by = null, disabled_reason = null
       where user_id = $1 and disabled_at is not null`,
      [userId],
    );
  },
});

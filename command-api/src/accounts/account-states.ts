/**
 * Disabled accounts (docs/decisions/write-side/people-leave.md). Disabling ends what could open the account: its sessions,
 * also on the sockets, its mailed links, and the open
 * invitations of its address. `Credential.isDisabled` tells it to each way in.
 */
import type { Pool } from 'pg';
import { inShortTransaction } from 'service-kit/postgres/in-transaction';
import { recordSecurityEvent } from 'service-kit/security-log/record';
import { endSessionsOf } from 'service-kit/security/sessions';

/** The admin account and its session. */
export interface ByAdmin {
  readonly by: string;
  readonly sessionId: string;
}
export interface Disabling extends ByAdmin {
  readonly reason: string;
}

export interface AccountStates {
  /** A disabled account keeps its first reason and time. */
  disable(userId: string, disabling: Disabling): Promise<void>;
  /** An enabled account stays as it is. Its sessions and links do not come back. */
  enable(userId: string, by: ByAdmin | 'operator'): Promise<void>;
}

export const createAccountStates = (pool: Pool): AccountStates => ({
  async disable(userId, { by, sessionId, reason }) {
    await inShortTransaction(pool, async (tx) => {
      // The account's row is locked first, as in every change of a password (`credentials.ts`).
      const { rowCount } = await tx.query(
        `update accounts.credential set disabled_at = now(), disabled_by = $2, disabled_reason = $3
         where user_id = $1 and disabled_at is null`,
        [userId, by, reason],
      );
      await tx.query('delete from accounts.one_time_link where user_id = $1 and spent_by is null', [userId]);
      await tx.query(
        `delete from accounts.invitation i using accounts.credential c
         where c.user_id = $1 and i.email = lower(c.email) and i.joined_at is null`,
        [userId],
      );
      await endSessionsOf(tx, userId);
      if (rowCount === 1)
        await recordSecurityEvent(tx, {
          kind: 'AccountDisabled',
          by: 'person',
          actorId: by,
          userId,
          data: {},
          origin: { sessionId },
        });
    });
  },
  enable: (userId, by) =>
    inShortTransaction(pool, async (tx) => {
      const { rowCount } = await tx.query(
        `update accounts.credential set disabled_at = null, disabled_by = null, disabled_reason = null
         where user_id = $1 and disabled_at is not null`,
        [userId],
      );
      if (rowCount !== 1) return;
      const actor =
        by === 'operator' ? { by } : { by: 'person' as const, actorId: by.by, origin: { sessionId: by.sessionId } };
      await recordSecurityEvent(tx, { kind: 'AccountEnabled', userId, data: {}, ...actor });
    }),
});

/**
 * The second factors of accounts (docs/decisions/write-side/second-factor.md): an authenticator app, passkeys, and
 * recovery codes for both.
 */
import type { Pool, PoolClient } from 'pg';
import { inShortTransaction } from 'service-kit/postgres/in-transaction';
import { recordSecurityEvent } from 'service-kit/security-log/record';
import { createPasskeys, type NewPasskey, type Passkeys, PASSKEYS_MAX } from './passkeys.ts';
import { createRecoveryCodes, type RecoveryCodes } from './recovery-codes.ts';
import type { RelyingParty } from './relying-party.ts';
import { createTickets, type Tickets } from './tickets.ts';
import { createTotp, type Totp } from './totp.ts';

interface KeptPasskey {
  readonly passkeyId: string;
  readonly name: string;
  readonly addedAt: Date;
}

export interface KeptFactors {
  readonly totp: { readonly addedAt: Date; readonly usedAt: Date } | undefined;
  /** In order of adding. */
  readonly passkeys: readonly (KeptPasskey & { readonly usedAt: Date | undefined })[];
  /** The number of unused ones. */
  readonly recoveryCodes: number;
}

export interface FactorKinds {
  readonly totp: boolean;
  readonly passkey: boolean;
  readonly recoveryCode: boolean;
}

export interface Added {
  /** Made with the first factor of an account. They are shown once. */
  readonly recoveryCodes: readonly string[] | undefined;
}

export interface SecondFactors {
  readonly totp: Pick<Totp, 'begin' | 'accept'>;
  readonly recoveryCodes: Pick<RecoveryCodes, 'accept'>;
  /** Undefined where browsers offer none at this address. */
  readonly passkeys: Pick<Passkeys, 'beginNew' | 'begin' | 'verify' | 'accept'> | undefined;
  readonly tickets: Tickets;
  of(userId: string): Promise<KeptFactors>;
  /** @returns undefined for an account without a factor */
  kindsOf(userId: string): Promise<FactorKinds | undefined>;
  /**
   * @param sessionId for the security log, as in each change
   * @returns undefined if the code is not the new secret's
   */
  confirmTotp(userId: string, code: string, sessionId?: string): Promise<Added | undefined>;
  /** @returns undefined if the answer is not valid; `full` at `PASSKEYS_MAX` */
  addPasskey(userId: string, added: NewPasskey, sessionId?: string): Promise<Added | 'full' | undefined>;
  /** Recovery codes end with the last factor. @returns whether there was one */
  removeTotp(userId: string, sessionId?: string): Promise<boolean>;
  removePasskey(userId: string, passkeyId: string, sessionId?: string): Promise<boolean>;
  /** @returns undefined for an account without a factor */
  renewRecoveryCodes(userId: string, sessionId?: string): Promise<readonly string[] | undefined>;
  removeExpired(): Promise<void>;
}

/** A change of an account's factors, and its line in the security log. */
type FactorChange = { readonly userId: string; readonly sessionId: string | undefined } & FactorLine;
type FactorLine =
  | {
      readonly kind: 'SecondFactorAdded' | 'SecondFactorRemoved';
      readonly data: { readonly factor: 'totp' | 'passkey' };
    }
  | { readonly kind: 'RecoveryCodesRenewed'; readonly data: Record<string, never> };

/** @param now in milliseconds */
export function createSecondFactors(
  pool: Pool,
  rootKey: Buffer,
  relyingParty: RelyingParty | undefined,
  now: () => number = Date.now,
): SecondFactors {
  const tickets = createTickets(rootKey, now);
  const totp = createTotp(pool, rootKey, now);
  const recoveryCodes = createRecoveryCodes(pool, rootKey);
  const passkeys = relyingParty && createPasskeys(pool, tickets, relyingParty);
  /** Changes of one account's factors follow each other. */
  const changing = <Result>(
    { userId, sessionId, ...line }: FactorChange,
    work: (tx: PoolClient) => Promise<Result>,
  ): Promise<Result> =>
    inShortTransaction(pool, async (tx) => {
      await tx.query('select from accounts.credential where user_id = $1 for no key update', [userId]);
      const result = await work(tx);
      if (result && result !== 'full')
        await recordSecurityEvent(tx, { ...line, by: 'person', actorId: userId, origin: { sessionId } });
      return result;
    });
  const withRecoveryCodes = async (tx: PoolClient, userId: string): Promise<Added> => {
    const { rowCount } = await tx.query('select from accounts.recovery_code where user_id = $1 limit 1', [userId]);
    return { recoveryCodes: rowCount === 0 ? await recoveryCodes.renew(tx, userId) : undefined };
  };
  const removing = (
    { userId, sessionId }: Pick<FactorChange, 'userId' | 'sessionId'>,
    factor: 'totp' | 'passkey',
    statement: string,
    values: readonly unknown[],
  ): Promise<boolean> =>
    changing({ userId, sessionId, kind: 'SecondFactorRemoved', data: { factor } }, async (tx) => {
      const { rowCount } = await tx.query(statement, [...values]);
      await tx.query('delete from accounts.recovery_code where user_id = $1 and not accounts.has_second_factor($1)', [
        userId,
      ]);
      return rowCount === 1;
    });
  return {
    totp,
    recoveryCodes,
    passkeys,
    tickets,
    of: (userId) => keptFactors(pool, userId),
    async kindsOf(userId) {
      const { rows } = await pool.query<FactorKinds>(
        `select exists (select from accounts.totp where user_id = $1 and secret is not null) as totp,
                exists (select from accounts.passkey where user_id = $1) as passkey,
                exists (select from accounts.recovery_code where user_id = $1) as "recoveryCode"`,
        [userId],
      );
      return rows[0]?.totp || rows[0]?.passkey ? rows[0] : undefined;
    },
    confirmTotp: (userId, code, sessionId) =>
      changing({ userId, sessionId, kind: 'SecondFactorAdded', data: { factor: 'totp' } }, async (tx) =>
        (await totp.confirm(tx, userId, code)) ? withRecoveryCodes(tx, userId) : undefined,
      ),
    addPasskey: (userId, added, sessionId) =>
      changing({ userId, sessionId, kind: 'SecondFactorAdded', data: { factor: 'passkey' } }, async (tx) => {
        const { rows } = await tx.query<{ full: boolean }>(
          'select count(*) >= $2 as full from accounts.passkey where user_id = $1',
          [userId, PASSKEYS_MAX],
        );
        if (rows[0]?.full) return 'full';
        return (await passkeys?.add(tx, userId, added)) ? withRecoveryCodes(tx, userId) : undefined;
      }),
    removeTotp: (userId, sessionId) =>
      removing({ userId, sessionId }, 'totp', 'delete from accounts.totp where user_id = $1 and secret is not null', [
        userId,
      ]),
    removePasskey: (userId, passkeyId, sessionId) =>
      removing(
        { userId, sessionId },
        'passkey',
        'delete from accounts.passkey where user_id = $1 and passkey_id::text = $2',
        [userId, passkeyId],
      ),
    renewRecoveryCodes: (userId, sessionId) =>
      changing({ userId, sessionId, kind: 'RecoveryCodesRenewed', data: {} }, async (tx) => {
        const { rows } = await tx.query<{ has: boolean }>('select accounts.has_second_factor($1) as has', [userId]);
        return rows[0]?.has ? recoveryCodes.renew(tx, userId) : undefined;
      }),
    async removeExpired() {
      await pool.query('delete from accounts.spent_challenge where expires_at < now()');
      await pool.query('delete from accounts.totp where secret is null and next_until < now()');
    },
  };
}

async function keptFactors(pool: Pool, userId: string): Promise<KeptFactors> {
  const { rows: totps } = await pool.query<NonNullable<KeptFactors['totp']>>(
    `select confirmed_at as "addedAt", used_at as "usedAt" from accounts.totp where user_id = $1 and secret is not null`,
    [userId],
  );
  const { rows: passkeys } = await pool.query<KeptPasskey & { usedAt: Date | null }>(
    `select passkey_id as "passkeyId", name, created_at as "addedAt", used_at as "usedAt"
     from accounts.passkey where user_id = $1 order by created_at`,
    [userId],
  );
  const { rows: codes } = await pool.query<{ count: number }>(
    'select count(*)::int as count from accounts.recovery_code where user_id = $1',
    [userId],
  );
  return {
    totp: totps[0],
    passkeys: passkeys.map((row) => ({ ...row, usedAt: row.usedAt ?? undefined })),
    recoveryCodes: codes[0]?.count ?? 0,
  };
}

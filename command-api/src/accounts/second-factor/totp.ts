/**
 * Codes of an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 seconds, which every app knows). The secret is
 * stored encrypted. A code counts once, and the codes of the steps before and after count as well.
 */
import { Secret, TOTP } from 'otpauth';
import type { Pool, PoolClient } from 'pg';
import { derivedKey } from 'service-kit/security/derived-key';
import { unwrap, wrap } from 'service-kit/security/wrapping';

/** The name of the product in the app. */
export const ISSUER = 'Clinical pharmacy';
const STEP_SECONDS = 30;
const WINDOW_STEPS = 1;
/** To add a new secret to the app. */
const SET_UP_MINUTES = 30;

export interface NewTotp {
  /** Base32, to type in. */
  readonly secret: string;
  /** `otpauth://`, to show as a QR code. */
  readonly uri: string;
}

export interface Totp {
  /** A new secret. The one in use stays until `confirm`. @param label the e-mail of the account, shown in the app */
  begin(userId: string, label: string): Promise<NewTotp>;
  /** The new secret is used from now on, if this is its code. In a transaction of the caller. */
  confirm(tx: PoolClient, userId: string, code: string): Promise<boolean>;
  /** True if this is a current code of the account that was not used before. It is used now. */
  accept(userId: string, code: string): Promise<boolean>;
}

/** @param now in milliseconds */
export function createTotp(pool: Pool, rootKey: Buffer, now: () => number = Date.now): Totp {
  const key = derivedKey(rootKey, 'second factor secrets');
  const secretOf = (userId: string, wrapped: Buffer): Secret =>
    new Secret({ buffer: new Uint8Array(unwrap(key, wrapped, userId)).buffer });
  return {
    async begin(userId, label) {
      const secret = new Secret({ size: 20 });
      await pool.query(
        `insert into accounts.totp (user_id, next_secret, next_until)
         values ($1, $2, now() + make_interval(mins => ${SET_UP_MINUTES}))
         on conflict (user_id) do update set next_secret = excluded.next_secret, next_until = excluded.next_until`,
        [userId, wrap(key, Buffer.from(secret.bytes), userId)],
      );
      const uri = new TOTP({ issuer: ISSUER, label, secret, period: STEP_SECONDS }).toString();
      return { secret: secret.base32, uri };
    },
    async confirm(tx, userId, code) {
      const { rows } = await tx.query<{ next_secret: Buffer }>(
        'select next_secret from accounts.totp where user_id = $1 and next_until > now() for update',
        [userId],
      );
      const step = rows[0] && stepOf(secretOf(userId, rows[0].next_secret), code, now());
      if (step === undefined) return false;
      await tx.query(
        `update accounts.totp set secret = next_secret, confirmed_at = now(), used_at = now(), last_step = $2,
           next_secret = null, next_until = null
         where user_id = $1`,
        [userId, step],
      );
      return true;
    },
    async accept(userId, code) {
      const { rows } = await pool.query<{ secret: Buffer }>(
        'select secret from accounts.totp where user_id = $1 and secret is not null',
        [userId],
      );
      const step = rows[0] && stepOf(secretOf(userId, rows[0].secret), code, now());
      if (step === undefined) return false;
      // One of several concurrent uses succeeds.
      const { rowCount } = await pool.query(
        `update accounts.totp set last_step = $2, used_at = now()
         where user_id = $1 and last_step < $2 and secret = $3`,
        [userId, step, rows[0]?.secret],
      );
      return rowCount === 1;
    },
  };
}

/** The time step of a code; undefined where it is no current one. */
function stepOf(secret: Secret, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = TOTP.validate({
    token: code,
    secret,
    period: STEP_SECONDS,
    timestamp: nowMs,
    window: WINDOW_STEPS,
  });
  return delta === null ? undefined : TOTP.counter({ period: STEP_SECONDS, timestamp: nowMs }) + delta;
}

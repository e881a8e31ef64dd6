/**
 * PINs: one of a person and a device. A PIN unlocks a session of its person on its device, and signs in nowhere. The
 * device has a cookie that scripts cannot read. After five wrong tries the PIN is gone
 * (docs/decisions/write-side/locked-sessions.md).
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { derivedKey, keyedHash } from 'service-kit/security/derived-key';
import { personLine } from 'service-kit/security-log/record';
import type { Passwords } from './passwords.ts';

export const PIN_COOKIE = 'pin-device';
/** Since the last use. */
export const PIN_DAYS = 90;
const TRIES = 5;

/** A person and the cookie of the device that they use. */
export interface PinOwner {
  readonly userId: string;
  readonly device: string | undefined;
}

export interface DevicePins {
  has(owner: PinOwner): Promise<boolean>;
  /**
   * Replaces the one before.
   * @param sessionId for the security log, as in `remove`
   * @returns the cookie of the device: a new one unless the server has given the present one
   * @throws HttpProblem 503 when too many are signing in
   */
  set(owner: PinOwner, pin: string, sessionId?: string): Promise<string>;
  remove(owner: PinOwner, sessionId?: string): Promise<void>;
  /**
   * Counts a try. @returns `right`, `none` without a PIN, or how many tries are left; with none left the PIN is gone
   * @throws HttpProblem 503 when too many are signing in; the try is counted
   */
  accept(owner: PinOwner, pin: string): Promise<'right' | 'none' | number>;
  removeExpired(): Promise<void>;
}

/** As `set` makes it: 32 random bytes. */
const GIVEN = /^[\w-]{43}$/;

const hashOf = (device: string): Buffer => createHash('sha256').update(device).digest();

export function createDevicePins(
  pool: Pool,
  rootKey: Buffer,
  passwords: Pick<Passwords, 'hash' | 'matches'>,
): DevicePins {
  const key = derivedKey(rootKey, 'device PINs');
  /** There are a million PINs: without the key a hash could be found by trying all. */
  const keyed = (userId: string, device: string, pin: string): string => keyedHash(key, `${userId} ${device} ${pin}`);
  /** True if a person has a PIN on this device. A client could choose an id that others guess. */
  const isKnown = async (device: string): Promise<boolean> => {
    if (!GIVEN.test(device)) return false;
    const { rowCount } = await pool.query('select from accounts.device_pin where device_hash = $1 limit 1', [
      hashOf(device),
    ]);
    return rowCount === 1;
  };
  return {
    async has({ userId, device }) {
      if (device === undefined) return false;
      const { rowCount } = await pool.query(
        `select from accounts.device_pin where user_id = $1 and device_hash = $2 and tries < ${TRIES}`,
        [userId, hashOf(device)],
      );
      return rowCount === 1;
    },
    async set({ userId, device: sent }, pin, sessionId) {
      const device = sent !== undefined && (await isKnown(sent)) ? sent : randomBytes(32).toString('base64url');
      await pool.query(
        `with kept as (
           insert into accounts.device_pin (user_id, device_hash, pin_hash) values ($1, $2, $3)
           on conflict (user_id, device_hash) do update set pin_hash = excluded.pin_hash, tries = 0, used_at = now()
           returning user_id
         )
         select ${personLine('PinSet', 'kept', '$4')} from kept`,
        [userId, hashOf(device), await passwords.hash(keyed(userId, device, pin)), sessionId ?? null],
      );
      return device;
    },
    async remove({ userId, device }, sessionId) {
      if (device === undefined) return;
      await pool.query(
        `with gone as (delete from accounts.device_pin where user_id = $1 and device_hash = $2 returning user_id)
         select ${personLine('PinRemoved', 'gone', '$3')} from gone`,
        [userId, hashOf(device), sessionId ?? null],
      );
    },
    async accept({ userId, device }, pin) {
      if (device === undefined) return 'none';
      const row = [userId, hashOf(device)];
      // Before the check: of many tries at the same time five are checked.
      const { rows } = await pool.query<{ pin_hash: string; tries: number }>(
        `update accounts.device_pin set tries = tries + 1
         where user_id = $1 and device_hash = $2 and tries < ${TRIES} returning pin_hash, tries`,
        row,
      );
      const counted = rows[0];
      if (!counted) return 'none';
      if (await passwords.matches(counted.pin_hash, keyed(userId, device, pin), true)) {
        await pool.query(
          'update accounts.device_pin set tries = 0, used_at = now() where user_id = $1 and device_hash = $2',
          row,
        );
        return 'right';
      }
      await pool.query(
        `delete from accounts.device_pin where user_id = $1 and device_hash = $2 and tries >= ${TRIES}`,
        row,
      );
      return TRIES - counted.tries;
    },
    async removeExpired() {
      await pool.query(`delete from accounts.device_pin where used_at < now() - make_interval(days => ${PIN_DAYS})`);
    },
  };
}

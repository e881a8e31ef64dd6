/**
 * The key of a person that encrypts what their pages keep on a device: drafts and unsent commands
 * (docs/decisions/browser/device-storage.md). It does not depend on the password or a session, so a new password loses
 * no draft. Without the person's salt it cannot be derived any more.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { derivedKey } from 'service-kit/security/derived-key';

export interface DeviceKeys {
  /** @returns 32 bytes, each time the same @throws the database's error, also for a person without an account */
  keyOf(userId: string): Promise<Buffer>;
}

export function createDeviceKeys(pool: Pool, rootKey: Buffer): DeviceKeys {
  const key = derivedKey(rootKey, 'device storage');
  const find = async (userId: string): Promise<Buffer | undefined> => {
    const { rows } = await pool.query<{ salt: Buffer }>('select salt from accounts.device_key where user_id = $1', [
      userId,
    ]);
    return rows[0]?.salt;
  };
  const add = async (userId: string): Promise<Buffer> => {
    // Two pages that ask at the same time both get the first salt.
    const { rows } = await pool.query<{ salt: Buffer }>(
      `insert into accounts.device_key as known (user_id, salt) values ($1, $2)
       on conflict (user_id) do update set salt = known.salt returning salt`,
      [userId, randomBytes(32)],
    );
    const added = rows[0];
    if (!added) throw new Error('The salt of a device key was not stored');
    return added.salt;
  };
  return {
    async keyOf(userId) {
      const salt = (await find(userId)) ?? (await add(userId));
      return createHmac('sha256', key).update(salt).update(userId).digest();
    },
  };
}

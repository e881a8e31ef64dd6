/** The master keys of this service, which may start before the tables exist. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isDatabaseAway } from 'service-kit/postgres/availability';
import type { Running } from 'service-kit/process/lifecycle';
import type { MasterKeys } from 'service-kit/security/key-ring';
import { type HeldMasterKeys, holdMasterKeys } from 'service-kit/security/master-key-holders';

const RETRY_MS = 500;

export interface LateMasterKeys extends Running {
  /** Resolves when the tables exist. */
  rootKey(): Promise<Buffer>;
}

/**
 * Holds the keys as soon as the tables exist. A database that another key has been recorded in meanwhile ends the
 * process: the rejection is unhandled.
 * @param pool may write
 * @param whenHeld called once; it never fails
 */
export function lateMasterKeys(
  pool: Pool,
  keys: MasterKeys,
  whenHeld: (rootKey: Buffer) => Promise<void>,
): LateMasterKeys {
  const stopping = new AbortController();
  const held = holdWhenThere(pool, keys, stopping.signal).then(async (found) => {
    if (found) await whenHeld(found.rootKey);
    return found;
  });
  return {
    rootKey: async () => {
      const found = await held;
      if (!found) throw new Error('The service is stopping');
      return found.rootKey;
    },
    async stop() {
      stopping.abort();
      await (await held)?.stop();
    },
  };
}

async function holdWhenThere(pool: Pool, keys: MasterKeys, stopping: AbortSignal): Promise<HeldMasterKeys | undefined> {
  while (!stopping.aborted) {
    try {
      const { rows } = await pool.query<{ is_there: boolean }>(
        `select to_regclass('accounts.master_key') is not null as is_there`,
      );
      if (rows[0]?.is_there) return await holdMasterKeys(pool, keys, 'query-api');
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
    await pause(RETRY_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  }
  return undefined;
}

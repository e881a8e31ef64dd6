/**
 * Which running processes hold which master keys, so that a rotation does not begin while one of them could not read
 * what it writes. Each process writes its row at its start and again at an interval.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../postgres/in-transaction.ts';
import type { Running } from '../process/lifecycle.ts';
import { keyIdOf, type MasterKeys } from './key-ring.ts';
import { openRoot, openRootKey, recordedKeys } from './master-keys.ts';

const SEEN_MS = 30_000;
/** A process that was killed counts as running for this long. */
const GONE_SECONDS = 100;

export interface HeldMasterKeys extends Running {
  /** For `derivedKey`. */
  readonly rootKey: Buffer;
}

/**
 * Opens the root key, and says that this process holds `keys` until it stops. Call it after the migration.
 * @param service its name
 * @throws SettingsError when the keys do not open what is stored
 */
export async function holdMasterKeys(pool: Pool, keys: MasterKeys, service: string): Promise<HeldMasterKeys> {
  const rootKey = await openRootKey(pool, keys);
  const holder = randomUUID();
  const row = [holder, `${service} (process ${process.pid} on ${hostname()})`, keys.map(keyIdOf)];
  await inTransaction(pool, async (tx) => {
    // A rotation begins before or after, not between the check and the row.
    await tx.query('select from accounts.master_key for share');
    openRoot(await recordedKeys(tx), keys);
    await writeHolder(tx, row);
  });
  const again = setInterval(() => void writeHolder(pool, row).catch(() => undefined), SEEN_MS);
  again.unref();
  return {
    rootKey,
    async stop() {
      clearInterval(again);
      await pool.query('delete from accounts.master_key_holder where holder = $1', [holder]).catch(() => undefined);
    },
  };
}

const writeHolder = async (db: Pick<Pool | PoolClient, 'query'>, row: readonly unknown[]): Promise<void> =>
  void (await db.query(
    `insert into accounts.master_key_holder (holder, name, key_ids) values ($1, $2, $3)
     on conflict (holder) do update set seen_at = now()`,
    [...row],
  ));

export interface RunningService {
  /** Service, process and machine. */
  readonly name: string;
  readonly seenAt: Date;
}

/** The running processes that hold master keys: all but the gateway and the event log. */
export async function runningServices(db: Pick<Pool, 'query'>): Promise<readonly RunningService[]> {
  const { rows } = await db.query<RunningService>(
    `select name, seen_at as "seenAt" from accounts.master_key_holder
     where seen_at >= now() - make_interval(secs => ${GONE_SECONDS}) order by name`,
  );
  return rows;
}

/** @returns the running processes that do not hold the key; removes the rows of those that have ended */
export async function holdersWithout(tx: PoolClient, keyId: string): Promise<readonly string[]> {
  await tx.query(
    `delete from accounts.master_key_holder where seen_at < now() - make_interval(secs => ${GONE_SECONDS})`,
  );
  const { rows } = await tx.query<{ name: string }>(
    'select name from accounts.master_key_holder where $1 <> all (key_ids) order by name',
    [keyId],
  );
  return rows.map(({ name }) => name);
}

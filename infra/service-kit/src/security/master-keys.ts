/**
 * The master keys of a database (docs/decisions/installation/master-keys.md). Each recorded master key wraps the same
 * root key, from which all keys for single purposes are derived: a new master key changes none of them. That a process
 * can open the root key shows that it has the right master key.
 */
import { randomBytes } from 'node:crypto';
import type { Client, Pool, PoolClient } from 'pg';
import { inTransaction } from '../postgres/in-transaction.ts';
import { SettingsError } from '../process/settings.ts';
import { createMasterKeyRing, type HeldKey, keyIdOf, type MasterKeys } from './key-ring.ts';
import { unwrap, wrap } from './wrapping.ts';

const ROOT_BYTES = 32;
const ROOT_NAME = 'root key';
/** The content of `accounts.master_key_check`: a known value, wrapped by the first master key. */
const LEGACY_CHECK_NAME = 'master-key-check';
const RECORDING = `hashtext('first master key')`;

/** These keys do not open what is stored. */
export class WrongMasterKey extends SettingsError {}

export interface RecordedKey {
  readonly key_id: string;
  readonly wrapped_root: Buffer;
  readonly is_current: boolean;
}

type Queries = Pick<Pool | PoolClient | Client, 'query'>;

export const recordedKeys = async (db: Queries): Promise<readonly RecordedKey[]> =>
  (await db.query<RecordedKey>('select key_id, wrapped_root, is_current from accounts.master_key order by recorded_at'))
    .rows;

/** For the row of a new master key. */
export const wrapRoot = (masterKey: Buffer, rootKey: Buffer): Buffer => wrap(masterKey, rootKey, ROOT_NAME);

/**
 * Reads only. Call it at the start, before anything is written, also before the migration: a new database accepts any
 * key.
 * @throws WrongMasterKey when these keys do not open what is stored
 */
export async function checkMasterKeys(db: Queries, keys: MasterKeys): Promise<void> {
  if (!(await hasTable(db, 'accounts.patient_key'))) return;
  const before = await recordedSoFar(db);
  if (before.length > 0) return void openRoot(before, keys);
  try {
    await findFirstKey(db, keys);
  } catch (error) {
    // Another service has recorded its key in between, which leaves a check that no key opens.
    const now = await recordedSoFar(db);
    if (now.length === 0) throw error;
    openRoot(now, keys);
  }
}
const hasTable = async (db: Queries, name: 'accounts.patient_key' | 'accounts.master_key'): Promise<boolean> =>
  (await db.query<{ is_there: boolean }>(`select to_regclass('${name}') is not null as is_there`)).rows[0]?.is_there ===
  true;
/** Also during the migration of a new database. */
const recordedSoFar = async (db: Queries): Promise<readonly RecordedKey[]> =>
  (await hasTable(db, 'accounts.master_key')) ? recordedKeys(db) : [];

/**
 * Call it after the migration. Records the master key of a database that has none recorded.
 * @returns the root key, for `derivedKey`
 * @throws WrongMasterKey when these keys do not open what is stored
 */
export async function openRootKey(pool: Pool, keys: MasterKeys): Promise<Buffer> {
  const recorded = await recordedKeys(pool);
  if (recorded.length > 0) return openRoot(recorded, keys);
  await inTransaction(pool, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${RECORDING})`);
    if ((await recordedKeys(tx)).length === 0) await recordFirstKey(tx, keys);
  });
  return openRoot(await recordedKeys(pool), keys);
}

/** @throws WrongMasterKey unless each recorded key is held and opens the root key */
export function openRoot(recorded: readonly RecordedKey[], keys: MasterKeys): Buffer {
  const ring = createMasterKeyRing(keys);
  const missing = recorded.filter(({ key_id: id }) => !ring.held.some((held) => held.id === id));
  if (missing.length > 0) throw new WrongMasterKey(missingKeys(missing, recorded, ring.held));
  const [root] = recorded.map(({ key_id: id, wrapped_root: wrapped }) => ring.open(wrapped, id, ROOT_NAME));
  if (!root) throw new Error('No master key is recorded');
  return root;
}

function missingKeys(
  missing: readonly RecordedKey[],
  recorded: readonly RecordedKey[],
  held: readonly HeldKey[],
): string {
  const given = held.length === 1 ? 'MASTER_KEY: has the id' : 'MASTER_KEY and MASTER_KEY_PREVIOUS: have the ids';
  const ids = held.map(({ id }) => id).join(' and ');
  const needed = missing.map(({ key_id: id }) => id).join(' and ');
  const why =
    missing.length === recorded.length
      ? 'Without the right key no patient can be read.'
      : 'The change of the master key is not complete: set both keys, then run npm run keys -- rotate.';
  return `${given} ${ids}, and this database needs the key ${needed}. ${why} Nothing was changed.`;
}

/**
 * A database without a recorded key was made by a version without key ids: then its root key is its first master key,
 * from which everything has been derived. Otherwise it is new.
 */
async function recordFirstKey(tx: PoolClient, keys: MasterKeys): Promise<void> {
  const first = await findFirstKey(tx, keys);
  const masterKey = first ?? keys[0];
  const id = keyIdOf(masterKey);
  await tx.query('insert into accounts.master_key (key_id, wrapped_root, is_current) values ($1, $2, true)', [
    id,
    wrapRoot(masterKey, first ?? randomBytes(ROOT_BYTES)),
  ]);
  await tx.query('update accounts.patient_key set key_id = $1 where wrapped_key is not null', [id]);
  if (!first) await refuseOlderVersions(tx);
}

/** A version of the program that does not know the root key would derive other keys: it finds a check that no key opens. */
export const refuseOlderVersions = async (tx: Queries): Promise<void> =>
  void (await tx.query(
    `insert into accounts.master_key_check (wrapped) values ('') on conflict (id) do update set wrapped = ''`,
  ));

/**
 * @returns the key that opens what a version without key ids has stored; undefined when there is nothing
 * @throws WrongMasterKey when none of the keys opens it
 */
async function findFirstKey(db: Queries, keys: MasterKeys): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ wrapped: Buffer; name: string }>(
    `(select wrapped, '${LEGACY_CHECK_NAME}' as name from accounts.master_key_check)
     union all (select wrapped_key, patient_id from accounts.patient_key where wrapped_key is not null limit 1)
     limit 1`,
  );
  const stored = rows[0];
  if (!stored) return undefined;
  const opening = keys.find((key) => opens(key, stored));
  if (opening) return opening;
  throw new WrongMasterKey(
    `MASTER_KEY: has the id ${keyIdOf(keys[0])} and is not the key that this database was made with. ` +
      'Without the right key no patient can be read. Nothing was changed.',
  );
}

function opens(key: Buffer, { wrapped, name }: { wrapped: Buffer; name: string }): boolean {
  try {
    unwrap(key, wrapped, name);
    return true;
  } catch {
    return false;
  }
}

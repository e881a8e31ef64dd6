/**
 * A new master key while people work (docs/decisions/installation/master-keys.md): it becomes the current one, and the
 * keys of patients are wrapped by it, batch by batch. What is done stays when the process is killed: the next call goes
 * on.
 */
import type { Pool, PoolClient } from 'pg';
import { inShortTransaction } from '../postgres/in-transaction.ts';
import { createMasterKeyRing, keyIdOf, type MasterKeyRing, type MasterKeys } from './key-ring.ts';
import { holdersWithout } from './master-key-holders.ts';
import { openRoot, openRootKey, recordedKeys, refuseOlderVersions, wrapRoot } from './master-keys.ts';
import { wrap } from './wrapping.ts';

/** Takes 24 ms (median) of two busy cores: an erasure of one of these patients waits no longer. */
const BATCH = 500;

/** A reason not to begin. The message is for people. */
export class CannotRotate extends Error {
  override readonly name = 'CannotRotate';
}

export interface Rotation {
  /** Ids of the master keys that opened the database before this call. */
  readonly before: readonly string[];
  /** Id of the master key that opens it now. */
  readonly current: string;
  /** Keys of patients that this call has wrapped. */
  readonly wrapped: number;
}

export interface RotationOptions {
  readonly signal?: AbortSignal;
  /** Called after each batch, with the keys wrapped so far. */
  readonly report?: (wrapped: number) => void;
}

/**
 * Makes the first of `keys` the only master key of the database.
 * @throws SettingsError when `keys` do not open what is stored; CannotRotate; the reason of `signal`
 */
export async function rotateMasterKey(
  pool: Pool,
  keys: MasterKeys,
  { signal, report = () => undefined }: RotationOptions = {},
): Promise<Rotation> {
  await openRootKey(pool, keys);
  return alone(pool, async () => {
    const ring = createMasterKeyRing(keys);
    const current = keyIdOf(keys[0]);
    const before = (await recordedKeys(pool)).map(({ key_id: id }) => id);
    await inShortTransaction(pool, (tx) => makeCurrent(tx, keys));
    let wrapped = 0;
    do {
      for (let after: string | undefined = ''; after !== undefined;) {
        signal?.throwIfAborted();
        const batch = await wrapBatch(pool, ring, after);
        wrapped += batch.wrapped;
        after = batch.last;
        report(wrapped);
      }
    } while (!(await inShortTransaction(pool, (tx) => forgetOthers(tx, current))));
    return { before, current, wrapped };
  });
}

const ROTATING = `hashtext('rotate master key')`;

/** Postgres ends the lock with its connection, as when this process is killed. @throws CannotRotate */
async function alone<Result>(pool: Pool, work: () => Promise<Result>): Promise<Result> {
  const session = await pool.connect();
  try {
    const { rows } = await session.query<{ is_mine: boolean }>(`select pg_try_advisory_lock(${ROTATING}) as is_mine`);
    if (!rows[0]?.is_mine) throw new CannotRotate('Another rotation is running.');
    return await work();
  } finally {
    // The next rotation may begin at once. Where Postgres cannot be asked, the lock ends with the connection.
    await session.query(`select pg_advisory_unlock(${ROTATING})`).catch(() => undefined);
    session.release(true);
  }
}

/** New keys of patients are wrapped by it from now on: each is made under a shared lock of the current key's row. */
async function makeCurrent(tx: PoolClient, keys: MasterKeys): Promise<void> {
  await tx.query('select from accounts.master_key for update');
  const recorded = await recordedKeys(tx);
  const rootKey = openRoot(recorded, keys);
  const id = keyIdOf(keys[0]);
  if (recorded.some(({ key_id: known, is_current: isCurrent }) => isCurrent && known === id)) return;
  const lacking = await holdersWithout(tx, id);
  if (lacking.length > 0)
    throw new CannotRotate(
      `These processes run without the key ${id}, and could not read what it wraps: ${lacking.join(', ')}. ` +
        'Start them again with both keys. One that was killed counts for 100 seconds.',
    );
  await tx.query('update accounts.master_key set is_current = false where is_current');
  await tx.query(
    `insert into accounts.master_key (key_id, wrapped_root, is_current) values ($1, $2, true)
     on conflict (key_id) do update set is_current = true`,
    [id, wrapRoot(keys[0], rootKey)],
  );
  await refuseOlderVersions(tx);
}

/**
 * A row that has changed since it was read, as by an erasure, is left as it is.
 * @param after the last patient of the batch before
 * @returns the last patient of this batch; undefined at the end
 */
async function wrapBatch(
  pool: Pool,
  ring: MasterKeyRing,
  after: string,
): Promise<{ wrapped: number; last: string | undefined }> {
  const [current] = ring.held;
  const { rows } = await pool.query<{ patient_id: string; wrapped_key: Buffer; key_id: string | null }>(
    `select patient_id, wrapped_key, key_id from accounts.patient_key
     where wrapped_key is not null and key_id is distinct from $1 and patient_id > $2
     order by patient_id limit ${BATCH}`,
    [current.id, after],
  );
  const { rowCount } = await pool.query(
    `update accounts.patient_key patient set wrapped_key = new.wrapped, key_id = $1
     from unnest($2::text[], $3::bytea[], $4::bytea[]) as new (patient_id, read, wrapped)
     where patient.patient_id = new.patient_id and patient.wrapped_key = new.read`,
    [
      current.id,
      rows.map(({ patient_id: id }) => id),
      rows.map(({ wrapped_key: read }) => read),
      rows.map(({ patient_id: id, wrapped_key: read, key_id: keyId }) =>
        wrap(current.key, ring.open(read, keyId, id), id),
      ),
    ],
  );
  return { wrapped: rowCount ?? 0, last: rows.length < BATCH ? undefined : rows.at(-1)?.patient_id };
}

/** @returns false when keys of patients are left that another master key wraps; then nothing is forgotten */
async function forgetOthers(tx: PoolClient, current: string): Promise<boolean> {
  await tx.query('select from accounts.master_key for update');
  const { rowCount } = await tx.query(
    'select from accounts.patient_key where wrapped_key is not null and key_id is distinct from $1 limit 1',
    [current],
  );
  if (rowCount !== 0) return false;
  await tx.query('delete from accounts.master_key where key_id <> $1', [current]);
  return true;
}

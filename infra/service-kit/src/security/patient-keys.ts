/**
 * One key for each patient, wrapped by MASTER_KEY. It encrypts the payloads of the patient's streams, so that its
 * destruction erases the patient from every copy of the log (docs/architecture.md, "Rule 10: events are for ever").
 */
import { LRUCache } from 'lru-cache';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { KeyDestroyed, LogUnavailable, type PatientKeys } from '../event-log/port.ts';
import { SettingsError } from '../process/settings.ts';
import { createSemaphore } from '../concurrency/semaphore.ts';
import { inTransaction } from '../postgres/in-transaction.ts';

/** The first of the two numbers of a key's lock; the second is the hash of the patient's id. */
const SPACE = `hashtext('patient key')`;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CACHED_KEYS = 2_000;
const CACHED_MS = 30_000;
/** While the cache is used, it is compared at this interval with the keys that other processes have destroyed. */
const COMPARED_MS = 1_000;
/** The longest time from taking a key's lock to sending the append. */
const LOCK_TO_SEND_MS = 1_000;
/**
 * Postgres ends a transaction that holds a key for this time. The answer to an append comes within 6 s, so a process
 * that holds a key for longer has hung.
 */
const MAX_APPEND_MS = 15_000;
/** Each writer holds a connection. This maximum leaves connections of the pool for other work. */
const WRITERS = 8;
const WAITING_WRITERS = 1_000;
const CHECK_VALUE = Buffer.from('the master key of this database');
const CHECK_NAME = 'master-key-check';

/** AES-256-GCM as nonce | tag | ciphertext. `name` is authenticated: a wrapped key works in its patient's row only. */
export function wrap(masterKey: Buffer, plain: Buffer, name: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(name));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** @throws Error when `wrapped` was made with another master key or for another name */
function unwrap(masterKey: Buffer, wrapped: Buffer, name: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', masterKey, wrapped.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(name))
    .setAuthTag(wrapped.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(wrapped.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

/**
 * Call it at the start, after the migration. A database accepts only the first master key that it has seen.
 * @throws SettingsError
 */
export async function checkMasterKey(pool: Pool, masterKey: Buffer): Promise<void> {
  await pool.query('insert into accounts.master_key_check (wrapped) values ($1) on conflict do nothing', [
    wrap(masterKey, CHECK_VALUE, CHECK_NAME),
  ]);
  const { rows } = await pool.query<{ wrapped: Buffer }>('select wrapped from accounts.master_key_check');
  try {
    if (rows[0]) unwrap(masterKey, rows[0].wrapped, CHECK_NAME);
  } catch {
    throw new SettingsError(
      'MASTER_KEY: is not the key that this database was made with. Without the right key no patient can be read.',
    );
  }
}

export interface KeyRing extends PatientKeys {
  /** Reads the database, not the cache: for callers that must not show a deleted patient for even a second. */
  isDestroyed(patientId: string): Promise<boolean>;
  /** Destroys the key for good, also when there is none yet. May be repeated. */
  destroy(patientId: string): Promise<void>;
}

/**
 * A lock keeps encryption and destruction apart: shared during an append, exclusive for the destruction. So no process
 * writes with a destroyed key, and all that was written with a key is in the log before its destruction. Decryption
 * uses a cache, which is compared once a second with the keys that other processes have destroyed
 * (docs/decisions/write-side/patient-keys.md).
 * @param masterKey 32 bytes
 */
export function createPatientKeys(pool: Pool, masterKey: Buffer): KeyRing {
  const cache = new LRUCache<string, { key: Buffer; until: number }>({ max: CACHED_KEYS });
  const inTurn = createSemaphore(WRITERS, WAITING_WRITERS);

  let compared = { at: -Infinity, done: Promise.resolve() };
  /** Drops destroyed keys from the cache. One query serves all calls of an interval. */
  const compare = (): Promise<void> => {
    const now = performance.now();
    if (now - compared.at < COMPARED_MS) return compared.done;
    const done = forgetDestroyed();
    compared = { at: now, done };
    // After a failure the next call queries again.
    done.catch(() => {
      compared = { ...compared, at: -Infinity };
    });
    return done;
  };
  const forgetDestroyed = async (): Promise<void> => {
    const { rows } = await pool.query<{ patient_id: string }>(
      'select patient_id from accounts.patient_key where destroyed_at > now() - make_interval(secs => $1)',
      [(2 * CACHED_MS) / 1_000],
    );
    for (const { patient_id: patientId } of rows) cache.delete(patientId);
  };

  const findKey = async (patientId: string): Promise<Buffer | undefined> => {
    await compare();
    const cached = cache.get(patientId);
    if (cached && cached.until > Date.now()) return cached.key;
    const { rows } = await pool.query<{ wrapped_key: Buffer | null }>(
      'select wrapped_key from accounts.patient_key where patient_id = $1',
      [patientId],
    );
    if (!rows[0]?.wrapped_key) {
      cache.delete(patientId);
      return undefined;
    }
    const key = unwrap(masterKey, rows[0].wrapped_key, patientId);
    cache.set(patientId, { key, until: Date.now() + CACHED_MS });
    return key;
  };

  /** Runs `work` with the key while its lock is held. @returns undefined without a key @throws KeyDestroyed */
  const held = async <Result>(
    patientId: string,
    work: (key: Buffer) => Promise<Result>,
  ): Promise<{ result: Result } | undefined> => {
    const tx = await pool.connect();
    let outcome: { result: Result } | undefined;
    try {
      const from = performance.now();
      const key = await heldKey(tx, patientId);
      if (key) {
        // A process that hung in between may have lost its connection, and the lock with it.
        if (performance.now() - from > LOCK_TO_SEND_MS)
          throw new LogUnavailable('It took too long to get the key of a patient');
        outcome = { result: await work(unwrap(masterKey, key, patientId)) };
      }
    } catch (error) {
      // The end of the connection releases the lock in any state.
      tx.release(true);
      throw error;
    }
    // The events are written. A failed commit changes nothing: the end of the connection releases the lock.
    tx.query('commit').then(
      () => tx.release(),
      () => tx.release(true),
    );
    return outcome;
  };

  const findKeys = async (patientIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>> => {
    const { rows } = await pool.query<{ patient_id: string; wrapped_key: Buffer }>(
      'select patient_id, wrapped_key from accounts.patient_key where patient_id = any($1) and wrapped_key is not null',
      [patientIds],
    );
    return new Map(rows.map((row) => [row.patient_id, unwrap(masterKey, row.wrapped_key, row.patient_id)]));
  };

  return {
    findKey,
    findKeys,
    withKey: (patientId, work) =>
      inTurn(async () => {
        const first = await held(patientId, work);
        if (first) return first.result;
        // The key is stored before its first use. When another process is first, its key counts.
        const wrapped = wrap(masterKey, randomBytes(KEY_BYTES), patientId);
        await pool.query(
          'insert into accounts.patient_key (patient_id, wrapped_key) values ($1, $2) on conflict do nothing',
          [patientId, wrapped],
        );
        const made = await held(patientId, work);
        if (!made) throw new Error('The key of a patient was made and is not there');
        return made.result;
      }),
    async isDestroyed(patientId) {
      return (
        (
          await pool.query('select 1 from accounts.patient_key where patient_id = $1 and destroyed_at is not null', [
            patientId,
          ])
        ).rowCount === 1
      );
    },
    async destroy(patientId) {
      await inTransaction(pool, async (tx) => {
        // Waits for the appends under way with this key.
        await tx.query(`select pg_advisory_xact_lock(${SPACE}, hashtext($1))`, [patientId]);
        await tx.query(
          `insert into accounts.patient_key (patient_id, wrapped_key, destroyed_at) values ($1, null, clock_timestamp())
           on conflict (patient_id) do update set wrapped_key = null,
             destroyed_at = coalesce(accounts.patient_key.destroyed_at, clock_timestamp())`,
          [patientId],
        );
      });
      cache.delete(patientId);
    },
  };
}

/**
 * Begins a transaction, takes the key's lock and reads the key, in one round trip. Each statement has its own snapshot,
 * so the key is read after the lock is taken.
 * @throws KeyDestroyed
 */
async function heldKey(tx: PoolClient, patientId: string): Promise<Buffer | undefined> {
  const id = tx.escapeLiteral(patientId);
  const results = (await tx.query(
    `begin; set local idle_in_transaction_session_timeout = ${MAX_APPEND_MS};
     select pg_advisory_xact_lock_shared(${SPACE}, hashtext(${id}));
     select wrapped_key, destroyed_at from accounts.patient_key where patient_id = ${id}`,
  )) as unknown as QueryResult<{ wrapped_key: Buffer | null; destroyed_at: Date | null }>[];
  const row = results.at(-1)?.rows[0];
  if (row?.destroyed_at) throw new KeyDestroyed('The key of this patient has been destroyed');
  return row?.wrapped_key ?? undefined;
}

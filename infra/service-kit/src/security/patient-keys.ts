/**
 * One key for each patient, wrapped by MASTER_KEY. It encrypts the payloads of the patient's streams, so that its
 * destruction erases the patient from every copy of the log (docs/architecture.md, "Rule 10: events are for ever").
 * A person who wrote something has a key of the same kind. Its id is their stream, `user-<id>`
 * (docs/decisions/write-side/personal-texts.md).
 */
import { LRUCache } from 'lru-cache';
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { KeyDestroyed, type PatientKeys } from '../event-log/port.ts';
import { inTransaction } from '../postgres/in-transaction.ts';
import { KEY_SPACE, KEY_WANTED_CHANNEL, KeyLocks } from './key-locks.ts';
import { createMasterKeyRing, type MasterKeys } from './key-ring.ts';
import { wrap } from './wrapping.ts';

const KEY_BYTES = 32;
/** A reader of the whole log meets the keys of some thousand patients again and again. */
const CACHED_KEYS = 4_000;
const CACHED_MS = 30_000;
/** While the cache is used, it is compared at this interval with the keys that other processes have destroyed. */
const COMPARED_MS = 1_000;
/** While the destruction of a key waits, it asks the processes that use the key at this interval. */
const WANT_MS = 200;
/** A key is not made when the current master key changes in that moment: then it is tried again. */
const MAKE_ATTEMPTS = 5;

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
 * @param masterKeys new keys are wrapped by the one of them that is current in the database
 */
export function createPatientKeys(pool: Pool, masterKeys: MasterKeys): KeyRing {
  const ring = createMasterKeyRing(masterKeys);
  const cache = new LRUCache<string, { key: Buffer; until: number }>({ max: CACHED_KEYS });
  const locks = new KeyLocks(pool.options.connectionString);

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
    const { rows } = await pool.query<{ wrapped_key: Buffer | null; key_id: string | null }>(
      'select wrapped_key, key_id from accounts.patient_key where patient_id = $1',
      [patientId],
    );
    if (!rows[0]?.wrapped_key) {
      cache.delete(patientId);
      return undefined;
    }
    const key = ring.open(rows[0].wrapped_key, rows[0].key_id, patientId);
    cache.set(patientId, { key, until: Date.now() + CACHED_MS });
    return key;
  };

  /**
   * Stores the first key of a patient. When another process is first, its key counts. The lock of the current master
   * key's row lets a rotation find every key that was wrapped by the one of before.
   */
  const makeKey = async (patientId: string): Promise<void> => {
    const key = randomBytes(KEY_BYTES);
    await pool.query(
      `insert into accounts.patient_key (patient_id, wrapped_key, key_id)
       select $1, held.wrapped, key_id
       from unnest($2::text[], $3::bytea[]) as held (key_id, wrapped) join accounts.master_key master using (key_id)
       where master.is_current for share of master
       on conflict do nothing`,
      [patientId, ring.held.map(({ id }) => id), ring.held.map((held) => wrap(held.key, key, patientId))],
    );
    locks.forget(patientId);
  };

  /** Tells the processes that use the key to release its lock. */
  const want = async (patientId: string): Promise<void> => {
    await pool.query('select pg_notify($1, $2)', [KEY_WANTED_CHANNEL, patientId]);
  };

  const findKeys = async (patientIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>> => {
    await compare();
    const found = new Map<string, Buffer>();
    const missing: string[] = [];
    for (const id of patientIds) {
      const cached = cache.get(id);
      if (cached && cached.until > Date.now()) found.set(id, cached.key);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    const { rows } = await pool.query<{ patient_id: string; wrapped_key: Buffer; key_id: string | null }>(
      `select patient_id, wrapped_key, key_id from accounts.patient_key
       where patient_id = any($1) and wrapped_key is not null`,
      [missing],
    );
    for (const { patient_id: patientId, wrapped_key: wrapped, key_id: keyId } of rows) {
      const key = ring.open(wrapped, keyId, patientId);
      cache.set(patientId, { key, until: Date.now() + CACHED_MS });
      found.set(patientId, key);
    }
    return found;
  };

  return {
    findKey,
    findKeys,
    async withKey(patientId, work) {
      for (let made = 0; ; made += 1) {
        const done = await locks.hold(patientId, async ({ wrapped, keyId, isDestroyed }) => {
          if (isDestroyed) throw new KeyDestroyed('This key has been destroyed');
          return wrapped && { result: await work(ring.open(wrapped, keyId, patientId)) };
        });
        if (done) return done.result;
        if (made === MAKE_ATTEMPTS)
          throw new Error('No key was made: this process does not hold the current master key of the database');
        await makeKey(patientId);
      }
    },
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
      const wanting = setInterval(() => void want(patientId).catch(() => undefined), WANT_MS);
      try {
        await want(patientId);
        await inTransaction(pool, async (tx) => {
          // Waits for the appends under way with this key.
          await tx.query(`select pg_advisory_xact_lock(${KEY_SPACE}, hashtext($1))`, [patientId]);
          await tx.query(
            `insert into accounts.patient_key (patient_id, wrapped_key, destroyed_at)
             values ($1, null, clock_timestamp())
             on conflict (patient_id) do update set wrapped_key = null, key_id = null,
               destroyed_at = coalesce(accounts.patient_key.destroyed_at, clock_timestamp())`,
            [patientId],
          );
        });
      } finally {
        clearInterval(wanting);
      }
      cache.delete(patientId);
    },
  };
}

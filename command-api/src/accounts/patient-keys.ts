/**
 * One key a patient, wrapped by MASTER_KEY. Payloads of a patient's streams are encrypted with it, so that destroying the key
 * erases the patient from every copy of the log (architecture, rule 10).
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { KeyDestroyed, type PatientKeys } from '../event-log/port.ts';
import { SettingsError } from '../service/settings.ts';
import { newestUsed } from '../service/newest-used.ts';

export const patientKeyTables = /* sql */ `
create table accounts.patient_key (
  patient_id   text primary key,
  wrapped_key  bytea not null,
  made_at      timestamptz not null default now()
);
-- One row: a known value wrapped by the MASTER_KEY that this database was made with.
create table accounts.master_key_check (
  id       boolean primary key default true check (id),
  wrapped  bytea not null
);
`;

/** What is destroyed stays on record without its key, so that no later event makes the patient a new one. */
export const destroyedKeyTables = /* sql */ `
alter table accounts.patient_key alter column wrapped_key drop not null;
alter table accounts.patient_key add column destroyed_at timestamptz;
alter table accounts.patient_key add constraint patient_key_or_its_end check ((wrapped_key is null) = (destroyed_at is not null));
`;

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CACHED_KEYS = 2_000;
/** How long a process may go on using a key that has been destroyed elsewhere. */
const CACHED_MS = 30_000;
const CHECK_VALUE = Buffer.from('the master key of this database');
const CHECK_NAME = 'master-key-check';

/** AES-256-GCM as nonce | tag | ciphertext; `name` is authenticated, so that a wrapped key cannot be moved to another patient's row. */
function wrap(masterKey: Buffer, plain: Buffer, name: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(name));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** @throws Error when `wrapped` was made with another master key or for another name. */
function unwrap(masterKey: Buffer, wrapped: Buffer, name: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', masterKey, wrapped.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(name))
    .setAuthTag(wrapped.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(wrapped.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Call at start, after `migrateAccounts`: the first master key a database meets is the only one it accepts. @throws SettingsError */
export async function checkMasterKey(pool: Pool, masterKey: Buffer): Promise<void> {
  await pool.query('insert into accounts.master_key_check (wrapped) values ($1) on conflict do nothing', [wrap(masterKey, CHECK_VALUE, CHECK_NAME)]);
  const { rows } = await pool.query<{ wrapped: Buffer }>('select wrapped from accounts.master_key_check');
  try {
    if (rows[0]) unwrap(masterKey, rows[0].wrapped, CHECK_NAME);
  } catch {
    throw new SettingsError('MASTER_KEY: is not the key that this database was made with. Without the right key no patient can be read.');
  }
}

export interface KeyRing extends PatientKeys {
  /** As the database knows at this moment: for whoever must show nothing of a deleted patient, not even for half a minute. */
  isDestroyed(patientId: string): Promise<boolean>;
  /** For good, whether there was a key or not. May be repeated. */
  destroy(patientId: string): Promise<void>;
}

/** @param masterKey 32 bytes */
export function createPatientKeys(pool: Pool, masterKey: Buffer): KeyRing {
  const cache = newestUsed<{ key: Buffer; until: number }>(CACHED_KEYS);

  const findKey = async (patientId: string): Promise<Buffer | undefined> => {
    const cached = cache.get(patientId);
    if (cached && cached.until > Date.now()) return cached.key;
    const { rows } = await pool.query<{ wrapped_key: Buffer | null }>('select wrapped_key from accounts.patient_key where patient_id = $1', [patientId]);
    if (!rows[0]?.wrapped_key) {
      cache.delete(patientId);
      return undefined;
    }
    const key = unwrap(masterKey, rows[0].wrapped_key, patientId);
    cache.set(patientId, { key, until: Date.now() + CACHED_MS });
    return key;
  };

  return {
    findKey,
    async keyFor(patientId) {
      const found = await findKey(patientId);
      if (found) return found;
      const wrapped = wrap(masterKey, randomBytes(KEY_BYTES), patientId);
      await pool.query('insert into accounts.patient_key (patient_id, wrapped_key) values ($1, $2) on conflict do nothing', [patientId, wrapped]);
      // Read again: another process may have been first, and its key is then the key.
      const made = await findKey(patientId);
      if (!made) throw new KeyDestroyed('The key of this patient has been destroyed');
      return made;
    },
    async isDestroyed(patientId) {
      return (await pool.query('select 1 from accounts.patient_key where patient_id = $1 and destroyed_at is not null', [patientId])).rowCount === 1;
    },
    async destroy(patientId) {
      await pool.query(
        `insert into accounts.patient_key (patient_id, wrapped_key, destroyed_at) values ($1, null, now())
         on conflict (patient_id) do update set wrapped_key = null, destroyed_at = coalesce(accounts.patient_key.destroyed_at, now())`,
        [patientId],
      );
      cache.delete(patientId);
    },
  };
}

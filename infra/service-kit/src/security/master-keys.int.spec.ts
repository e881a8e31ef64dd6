import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SettingsError } from '../process/settings.ts';
import { migratePrivateSchema } from '../private-schema/migrate.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { keyIdOf, masterKeysOf } from './key-ring.ts';
import { holdMasterKeys } from './master-key-holders.ts';
import { checkStoredDataAt } from '../private-schema/check-data.ts';
import { checkMasterKeys, openRootKey } from './master-keys.ts';
import { createPatientKeys } from './patient-keys.ts';
import { wrap } from './wrapping.ts';

let installation: Installation;
let pool: Pool;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});
beforeEach(() => migratePrivateSchema(pool));
afterEach(() => pool.query('drop schema accounts, images cascade'));

const [right, wrong] = [randomBytes(32), randomBytes(32)];

/** All that the private schema holds of keys. */
const stored = async (): Promise<unknown> =>
  (
    await pool.query(
      `select (select jsonb_agg(k order by key_id) from accounts.master_key k) as masters,
              (select jsonb_agg(k order by patient_id) from accounts.patient_key k) as keys,
              (select jsonb_agg(k) from accounts.master_key_check k) as checks,
              (select jsonb_agg(k) from accounts.master_key_holder k) as holders`,
    )
  ).rows;

/** As a version without key ids has left it. */
async function storeOfBefore({ hasCheck }: { hasCheck: boolean }): Promise<Buffer> {
  const key = randomBytes(32);
  if (hasCheck)
    await pool.query('insert into accounts.master_key_check (wrapped) values ($1)', [
      wrap(right, Buffer.from('the master key of this database'), 'master-key-check'),
    ]);
  await pool.query('insert into accounts.patient_key (patient_id, wrapped_key) values ($1, $2)', [
    'mona',
    wrap(right, key, 'mona'),
  ]);
  return key;
}

test('a new database takes any key, and from then on no other', async () => {
  await checkStoredDataAt(installation.databaseUrl, [right]);
  const root = await openRootKey(pool, [right]);
  expect(root).toHaveLength(32);
  expect(root.equals(right)).toBe(false);
  expect(await openRootKey(pool, [right])).toEqual(root);
  const before = await stored();
  const sentence =
    `MASTER_KEY: has the id ${keyIdOf(wrong)}, and this database needs the key ${keyIdOf(right)}. ` +
    'Without the right key no patient can be read. Nothing was changed.';
  for (const start of [
    () => checkMasterKeys(pool, [wrong]),
    () => checkStoredDataAt(installation.databaseUrl, [wrong]),
    () => openRootKey(pool, [wrong]),
    () => holdMasterKeys(pool, [wrong], 'spec'),
  ])
    await expect(start()).rejects.toThrow(new SettingsError(sentence));
  expect(await stored()).toEqual(before);
  await checkMasterKeys(pool, [wrong, right]);
});

test('before the tables exist nothing is asked for', async () => {
  await pool.query('drop schema accounts, images cascade');
  await checkMasterKeys(pool, [wrong]);
  expect((await pool.query(`select to_regclass('accounts.master_key') as made`)).rows).toEqual([{ made: null }]);
  await migratePrivateSchema(pool);
});

test('of processes that start at once with different keys one records its key, and the others end', async () => {
  const keys = [right, wrong, right, wrong, right];
  const starts = await Promise.allSettled(keys.map((key) => openRootKey(pool, [key])));
  const { rows } = await pool.query<{ key_id: string }>('select key_id from accounts.master_key');
  expect(rows).toHaveLength(1);
  expect(starts.map(({ status }) => status === 'fulfilled')).toEqual(
    keys.map((key) => keyIdOf(key) === rows[0]!.key_id),
  );
});

test('a key that another service records during the check is not taken for a wrong one', async () => {
  const recordedMeanwhile = {
    query: async (sql: string) => {
      const answer = await pool.query(sql);
      if (sql.includes('order by recorded_at')) await openRootKey(pool, [right]);
      return answer;
    },
  };
  await checkMasterKeys(recordedMeanwhile as typeof pool, [right]);
  await expect(checkMasterKeys(pool, [wrong])).rejects.toThrow(SettingsError);
});

test.each([{ hasCheck: true }, { hasCheck: false }])(
  'a database of a version without key ids keeps its key, and derives what it has derived: %o',
  async (before) => {
    const key = await storeOfBefore(before);
    const untouched = await stored();
    await expect(checkMasterKeys(pool, [wrong])).rejects.toThrow('is not the key that this database was made with');
    await expect(openRootKey(pool, [wrong])).rejects.toThrow(SettingsError);
    expect(await stored()).toEqual(untouched);
    await checkMasterKeys(pool, [right]);
    expect(await openRootKey(pool, [wrong, right])).toEqual(right);
    const { rows } = await pool.query('select key_id from accounts.patient_key');
    expect(rows).toEqual([{ key_id: keyIdOf(right) }]);
    expect(await createPatientKeys(pool, [right]).findKey('mona')).toEqual(key);
  },
);

test('a key that was written without an id is found', async () => {
  await openRootKey(pool, [right]);
  const key = await storeOfBefore({ hasCheck: false });
  for (const keys of [[right], [wrong, right], [right, wrong]] as const)
    expect(await createPatientKeys(pool, keys).findKey('mona')).toEqual(key);
});

test('new keys carry the id of the current master key, also from a process that names another first', async () => {
  await openRootKey(pool, [right]);
  await createPatientKeys(pool, [wrong, right]).withKey('omar', async () => undefined);
  expect((await pool.query('select key_id from accounts.patient_key')).rows).toEqual([{ key_id: keyIdOf(right) }]);
  await expect(createPatientKeys(pool, [wrong]).withKey('hala', async () => undefined)).rejects.toThrow(
    'does not hold the current master key',
  );
});

test('the two settings with the same key count as one', () => {
  expect(masterKeysOf({ MASTER_KEY: right, MASTER_KEY_PREVIOUS: Buffer.from(right) })).toEqual([right]);
  expect(masterKeysOf({ MASTER_KEY: right, MASTER_KEY_PREVIOUS: wrong })).toEqual([right, wrong]);
});

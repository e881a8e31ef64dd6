import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Pool } from 'pg';
import { KeyDestroyed } from '../event-log/port.ts';
import { SettingsError } from '../process/settings.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { migratePrivateSchema } from '../private-schema/migrate.ts';
import { checkMasterKey, createPatientKeys, type KeyRing } from './patient-keys.ts';

let installation: Installation;
let pool: Pool;
const masterKey = randomBytes(32);
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  // Several processes start at once.
  await Promise.all(Array.from({ length: 5 }, () => migratePrivateSchema(pool)));
  await checkMasterKey(pool, masterKey);
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

const keyFor = (keys: KeyRing, patientId: string): Promise<Buffer> => keys.withKey(patientId, async (key) => key);

test('a patient has one key, whoever asks first and however many at once', async () => {
  const processes = [createPatientKeys(pool, masterKey), createPatientKeys(pool, masterKey)];
  const keys = await Promise.all(Array.from({ length: 10 }, (_, n) => keyFor(processes[n % 2]!, 'mona')));
  expect(keys[0]).toHaveLength(32);
  for (const key of keys) expect(key.equals(keys[0]!)).toBe(true);
  expect((await keyFor(processes[0]!, 'omar')).equals(keys[0]!)).toBe(false);
});

test('finding makes none', async () => {
  const keys = createPatientKeys(pool, masterKey);
  expect(await keys.findKey('nobody')).toBeUndefined();
  expect((await pool.query("select from accounts.patient_key where patient_id = 'nobody'")).rowCount).toBe(0);
});

test('a destroyed key is gone for good: nobody finds it, and nobody gets another', async () => {
  const keys = createPatientKeys(pool, masterKey);
  await keyFor(keys, 'erased');
  await keys.destroy('erased');
  await keys.destroy('erased');
  for (const process of [keys, createPatientKeys(pool, masterKey)]) {
    expect(await process.findKey('erased')).toBeUndefined();
    await expect(keyFor(process, 'erased')).rejects.toThrow(KeyDestroyed);
  }
  const { rows } = await pool.query(
    "select wrapped_key, destroyed_at is not null as destroyed from accounts.patient_key where patient_id = 'erased'",
  );
  expect(rows).toEqual([{ wrapped_key: null, destroyed: true }]);
});

test('of two processes, the one that knows a key encrypts nothing with it once the other has destroyed it', async () => {
  const [writing, erasing] = [createPatientKeys(pool, masterKey), createPatientKeys(pool, masterKey)];
  await keyFor(writing, 'known');
  expect(await writing.findKey('known')).toHaveLength(32);
  await erasing.destroy('known');
  await expect(keyFor(writing, 'known')).rejects.toThrow(KeyDestroyed);
  // What it may still decrypt it forgets by itself.
  await expect.poll(() => writing.findKey('known'), { timeout: 10_000 }).toBeUndefined();
});

test('a key is not destroyed while something is being written with it: what was encrypted is in the log before', async () => {
  const [writing, erasing] = [createPatientKeys(pool, masterKey), createPatientKeys(pool, masterKey)];
  await keyFor(writing, 'busy');
  const order: string[] = [];
  let destroyed: Promise<void> | undefined;
  await writing.withKey('busy', async () => {
    destroyed = erasing.destroy('busy').then(() => void order.push('destroyed'));
    await expect
      .poll(
        async () => (await pool.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount,
        { timeout: 10_000 },
      )
      .toBe(1);
    // Others who come now wait for the destruction; another patient's are not held up.
    expect(await keyFor(writing, 'not-erased')).toHaveLength(32);
    order.push('written');
  });
  await destroyed;
  expect(order).toEqual(['written', 'destroyed']);
  await expect(keyFor(writing, 'busy')).rejects.toThrow(KeyDestroyed);
});

test('what fails while it is written gives the key back', async () => {
  const keys = createPatientKeys(pool, masterKey);
  await expect(keys.withKey('failing', () => Promise.reject(new Error('the log is away')))).rejects.toThrow(
    'the log is away',
  );
  await keys.destroy('failing');
  await expect(keyFor(keys, 'failing')).rejects.toThrow(KeyDestroyed);
});

test('a patient who was deleted before anything was written of them gets no key afterwards', async () => {
  const keys = createPatientKeys(pool, masterKey);
  await keys.destroy('never-written');
  await expect(keyFor(keys, 'never-written')).rejects.toThrow(KeyDestroyed);
});

test("what lies in the table is useless without the master key, and in another patient's row", async () => {
  const keys = createPatientKeys(pool, masterKey);
  const key = await keyFor(keys, 'wrapped');
  const { rows } = await pool.query<{ wrapped_key: Buffer }>(
    "select wrapped_key from accounts.patient_key where patient_id = 'wrapped'",
  );
  expect(rows[0]!.wrapped_key.includes(key)).toBe(false);
  await expect(createPatientKeys(pool, randomBytes(32)).findKey('wrapped')).rejects.toThrow('unable to authenticate');
  await pool.query(
    "insert into accounts.patient_key (patient_id, wrapped_key) select 'thief', wrapped_key from accounts.patient_key where patient_id = 'wrapped'",
  );
  await expect(keys.findKey('thief')).rejects.toThrow('unable to authenticate');
});

test('another master key is refused at start with a sentence', async () => {
  await expect(checkMasterKey(pool, randomBytes(32))).rejects.toThrow(SettingsError);
  await expect(checkMasterKey(pool, randomBytes(32))).rejects.toThrow('MASTER_KEY');
  await checkMasterKey(pool, masterKey);
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Pool } from 'pg';
import { KeyDestroyed } from '../event-log/port.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { migratePrivateSchema } from '../private-schema/migrate.ts';
import { openRootKey } from './master-keys.ts';
import { createPatientKeys, type KeyRing } from './patient-keys.ts';

let installation: Installation;
let pool: Pool;
const masterKey = randomBytes(32);
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  // Several processes start at once.
  await Promise.all(Array.from({ length: 5 }, () => migratePrivateSchema(pool)));
  await openRootKey(pool, [masterKey]);
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

const keyFor = (keys: KeyRing, patientId: string): Promise<Buffer> => keys.withKey(patientId, async (key) => key);

/** Other installations of the run have locks on the same server. */
const waitingForLocks = `
  select from pg_locks
  where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;

test('concurrent first uses of a patient make one key', async () => {
  const processes = [createPatientKeys(pool, [masterKey]), createPatientKeys(pool, [masterKey])];
  const keys = await Promise.all(Array.from({ length: 10 }, (_, n) => keyFor(processes[n % 2]!, 'mona')));
  expect(keys[0]).toHaveLength(32);
  for (const key of keys) expect(key.equals(keys[0]!)).toBe(true);
  expect((await keyFor(processes[0]!, 'omar')).equals(keys[0]!)).toBe(false);
});

test('a search for a key makes none', async () => {
  const keys = createPatientKeys(pool, [masterKey]);
  expect(await keys.findKey('unknown')).toBeUndefined();
  expect((await pool.query("select from accounts.patient_key where patient_id = 'unknown'")).rowCount).toBe(0);
});

test('a destroyed key is never found again and never replaced', async () => {
  const keys = createPatientKeys(pool, [masterKey]);
  await keyFor(keys, 'erased');
  await keys.destroy('erased');
  await keys.destroy('erased');
  for (const process of [keys, createPatientKeys(pool, [masterKey])]) {
    expect(await process.findKey('erased')).toBeUndefined();
    await expect(keyFor(process, 'erased')).rejects.toThrow(KeyDestroyed);
  }
  const { rows } = await pool.query(
    "select wrapped_key, destroyed_at is not null as destroyed from accounts.patient_key where patient_id = 'erased'",
  );
  expect(rows).toEqual([{ wrapped_key: null, destroyed: true }]);
});

test('a process does not encrypt with a cached key that another process has destroyed', async () => {
  const [writing, erasing] = [createPatientKeys(pool, [masterKey]), createPatientKeys(pool, [masterKey])];
  await keyFor(writing, 'known');
  expect(await writing.findKey('known')).toHaveLength(32);
  await erasing.destroy('known');
  await expect(keyFor(writing, 'known')).rejects.toThrow(KeyDestroyed);
  // The cache drops the key within its interval.
  await expect.poll(() => writing.findKey('known')).toBeUndefined();
});

test('of many keys, one that another process has destroyed is dropped within the interval too', async () => {
  const [reading, erasing] = [createPatientKeys(pool, [masterKey]), createPatientKeys(pool, [masterKey])];
  const found = async () => [...(await reading.findKeys(['hala', 'nour', 'unknown'])).keys()];
  const key = await keyFor(erasing, 'hala');
  await keyFor(erasing, 'nour');
  expect(await found()).toEqual(['hala', 'nour']);
  expect((await reading.findKeys(['hala'])).get('hala')).toEqual(key);
  await erasing.destroy('nour');
  await expect.poll(found).toEqual(['hala']);
});

test('the destruction of a key waits for the appends under way with it', async () => {
  const [writing, erasing] = [createPatientKeys(pool, [masterKey]), createPatientKeys(pool, [masterKey])];
  await keyFor(writing, 'busy');
  const order: string[] = [];
  let destroyed: Promise<void> | undefined;
  await writing.withKey('busy', async () => {
    destroyed = erasing.destroy('busy').then(() => void order.push('destroyed'));
    await expect.poll(async () => (await pool.query(waitingForLocks)).rowCount).toBe(1);
    // Later uses of the key wait for the destruction; those of other patients do not.
    expect(await keyFor(writing, 'not-erased')).toHaveLength(32);
    order.push('written');
  });
  await destroyed;
  expect(order).toEqual(['written', 'destroyed']);
  await expect(keyFor(writing, 'busy')).rejects.toThrow(KeyDestroyed);
});

/** The session that holds the locks, and when its last statement began. */
const lockSession = async (): Promise<{ pid: number; query_start: Date }[]> =>
  (
    await pool.query<{ pid: number; query_start: Date }>(
      `select pid, query_start from pg_stat_activity
       where application_name = 'patient keys' and datname = current_database() and state = 'idle'`,
    )
  ).rows;
const endSessions = async (): Promise<void> => {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'patient keys' and datname = current_database()`,
  );
  await expect.poll(lockSession).toEqual([]);
};

test('appends with a key that was just used ask Postgres nothing', async () => {
  await endSessions();
  const keys = createPatientKeys(pool, [masterKey]);
  await keyFor(keys, 'written-often');
  const before = await lockSession();
  expect(before).toHaveLength(1);
  for (let n = 0; n < 50; n += 1) await keyFor(keys, 'written-often');
  expect(await lockSession()).toEqual(before);
});

test('a key that another process uses all the time is destroyed, and no use comes after it', async () => {
  const [writing, erasing] = [createPatientKeys(pool, [masterKey]), createPatientKeys(pool, [masterKey])];
  let isDestroyed = false;
  let usesAfter = 0;
  let uses = 0;
  const use = async (): Promise<void> => {
    for (;;)
      await writing.withKey('used-all-the-time', async () => {
        if (isDestroyed) usesAfter += 1;
        uses += 1;
        await new Promise((resolve) => void setImmediate(resolve));
      });
  };
  // Two at a time, so that the key is never unused.
  const using = [use(), use()].map((one) => one.catch((error: unknown) => error));
  await expect.poll(() => uses).toBeGreaterThan(10);
  await erasing.destroy('used-all-the-time');
  isDestroyed = true;
  for (const error of await Promise.all(using)) expect(error).toBeInstanceOf(KeyDestroyed);
  expect(usesAfter).toBe(0);
});

test('an unused key is destroyed although another process still holds its lock', async () => {
  const [writing, erasing] = [createPatientKeys(pool, [masterKey]), createPatientKeys(pool, [masterKey])];
  await keyFor(writing, 'just-used');
  await erasing.destroy('just-used');
  await expect(keyFor(writing, 'just-used')).rejects.toThrow(KeyDestroyed);
});

test('a process that hung asks Postgres whether it still holds the lock', async () => {
  await endSessions();
  const keys = createPatientKeys(pool, [masterKey]);
  await keyFor(keys, 'hung');
  const before = await lockSession();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  try {
    await keyFor(keys, 'hung');
  } finally {
    clock.mockRestore();
  }
  const after = await lockSession();
  expect(after.map(({ pid }) => pid)).toEqual(before.map(({ pid }) => pid));
  expect(after[0]!.query_start.getTime()).toBeGreaterThan(before[0]!.query_start.getTime());
});

test('after its session has ended a process takes the locks again', async () => {
  const keys = createPatientKeys(pool, [masterKey]);
  const key = await keyFor(keys, 'session-ended');
  await endSessions();
  await expect.poll(() => keyFor(keys, 'session-ended').catch(() => undefined)).toEqual(key);
});

test('a failed append releases the key', async () => {
  const keys = createPatientKeys(pool, [masterKey]);
  await expect(keys.withKey('failing', () => Promise.reject(new Error('the log is away')))).rejects.toThrow(
    'the log is away',
  );
  await keys.destroy('failing');
  await expect(keyFor(keys, 'failing')).rejects.toThrow(KeyDestroyed);
});

test('a patient who was deleted before the first write never gets a key', async () => {
  const keys = createPatientKeys(pool, [masterKey]);
  await keys.destroy('never-written');
  await expect(keyFor(keys, 'never-written')).rejects.toThrow(KeyDestroyed);
});

test("a wrapped key is useless without the master key and in another patient's row", async () => {
  const keys = createPatientKeys(pool, [masterKey]);
  const key = await keyFor(keys, 'wrapped');
  const { rows } = await pool.query<{ wrapped_key: Buffer }>(
    "select wrapped_key from accounts.patient_key where patient_id = 'wrapped'",
  );
  expect(rows[0]!.wrapped_key.includes(key)).toBe(false);
  await expect(createPatientKeys(pool, [randomBytes(32)]).findKey('wrapped')).rejects.toThrow('does not hold');
  await pool.query(
    `insert into accounts.patient_key (patient_id, wrapped_key)
     select 'thief', wrapped_key from accounts.patient_key where patient_id = 'wrapped'`,
  );
  await expect(keys.findKey('thief')).rejects.toThrow('unable to authenticate');
});

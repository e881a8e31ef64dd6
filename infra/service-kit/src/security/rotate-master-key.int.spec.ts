import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { KeyDestroyed } from '../event-log/port.ts';
import { migratePrivateSchema } from '../private-schema/migrate.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { keyIdOf } from './key-ring.ts';
import { holdMasterKeys } from './master-key-holders.ts';
import { checkMasterKeys, openRootKey } from './master-keys.ts';
import { createPatientKeys, type KeyRing } from './patient-keys.ts';
import { CannotRotate, rotateMasterKey } from './rotate-master-key.ts';
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

const [old, next] = [randomBytes(32), randomBytes(32)];
let root: Buffer;
beforeEach(async () => {
  await pool.query('drop schema if exists accounts, images cascade');
  await migratePrivateSchema(pool);
  root = await openRootKey(pool, [old]);
});

/** @returns the plain keys by patient */
async function havingKeys(count: number, prefix = 'patient'): Promise<Map<string, Buffer>> {
  const made = new Map(Array.from({ length: count }, (_, n) => [`${prefix}-${n}`, randomBytes(32)]));
  const ids = [...made.keys()];
  await pool.query(
    'insert into accounts.patient_key (patient_id, wrapped_key, key_id) select *, $3 from unnest($1::text[], $2::bytea[])',
    [ids, ids.map((id) => wrap(old, made.get(id)!, id)), keyIdOf(old)],
  );
  return made;
}
const counts = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await pool.query<{ key_id: string; count: number }>(
        `select coalesce(key_id, 'none') as key_id, count(*)::int as count from accounts.patient_key
         where wrapped_key is not null group by 1`,
      )
    ).rows.map((row) => [row.key_id, row.count]),
  );
const keyFor = (keys: KeyRing, patientId: string): Promise<Buffer> => keys.withKey(patientId, async (key) => key);

test('all keys are wrapped by the new master key, the root key stays, and the old master key opens nothing', async () => {
  const made = await havingKeys(1_201);
  await pool.query(`update accounts.patient_key set key_id = null where patient_id = 'patient-7'`);
  const rotation = await rotateMasterKey(pool, [next, old]);
  expect(rotation).toEqual({ before: [keyIdOf(old)], current: keyIdOf(next), wrapped: 1_201 });
  expect(await counts()).toEqual({ [keyIdOf(next)]: 1_201 });
  expect(await openRootKey(pool, [next])).toEqual(root);
  expect(await createPatientKeys(pool, [next]).findKeys([...made.keys()])).toEqual(made);
  await expect(checkMasterKeys(pool, [old])).rejects.toThrow(`this database needs the key ${keyIdOf(next)}`);
});

test('a second rotation does nothing', async () => {
  await havingKeys(10);
  await rotateMasterKey(pool, [next, old]);
  const rows = async () => (await pool.query('select * from accounts.patient_key order by patient_id')).rows;
  const before = await rows();
  for (const keys of [[next, old], [next]] as const)
    expect(await rotateMasterKey(pool, keys)).toMatchObject({ before: [keyIdOf(next)], wrapped: 0 });
  expect(await rows()).toEqual(before);
});

test('an interrupted rotation goes on where it stopped; until then both keys are needed', async () => {
  const made = await havingKeys(1_700);
  const stopping = new AbortController();
  const stopped = rotateMasterKey(pool, [next, old], {
    signal: stopping.signal,
    report: () => stopping.abort(new Error('stopped')),
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(await counts()).toEqual({ [keyIdOf(next)]: 500, [keyIdOf(old)]: 1_200 });
  await expect(checkMasterKeys(pool, [next])).rejects.toThrow('The change of the master key is not complete');
  await expect(checkMasterKeys(pool, [old])).rejects.toThrow('The change of the master key is not complete');
  await expect(rotateMasterKey(pool, [randomBytes(32), old])).rejects.toThrow('is not complete');
  expect(await createPatientKeys(pool, [old, next]).findKeys([...made.keys()])).toEqual(made);
  expect((await rotateMasterKey(pool, [next, old])).wrapped).toBe(1_200);
  await checkMasterKeys(pool, [next]);
});

test('an interrupted rotation can be taken back', async () => {
  const made = await havingKeys(600);
  const stopping = new AbortController();
  await rotateMasterKey(pool, [next, old], { signal: stopping.signal, report: () => stopping.abort() }).catch(
    () => undefined,
  );
  expect(await rotateMasterKey(pool, [old, next])).toMatchObject({ current: keyIdOf(old), wrapped: 500 });
  expect(await createPatientKeys(pool, [old]).findKeys([...made.keys()])).toEqual(made);
});

test('one rotation runs at a time', async () => {
  await havingKeys(600);
  const second: Promise<unknown>[] = [];
  const report = (): void => void second.push(rotateMasterKey(pool, [next, old]).catch((error: unknown) => error));
  await rotateMasterKey(pool, [next, old], { report });
  expect(await second[0]).toEqual(new CannotRotate('Another rotation is running.'));
  await Promise.all(second);
});

test('it does not begin while a process runs without the new key', async () => {
  await havingKeys(3);
  const before = await counts();
  const service = await holdMasterKeys(pool, [old], 'command-api');
  const refused = rotateMasterKey(pool, [next, old]);
  await expect(refused).rejects.toThrow(CannotRotate);
  await expect(refused).rejects.toThrow(/without the key .*: command-api \(process \d+ on/);
  expect(await counts()).toEqual(before);
  await checkMasterKeys(pool, [old]);
  await service.stop();
  const again = await holdMasterKeys(pool, [next, old], 'command-api');
  expect((await rotateMasterKey(pool, [next, old])).wrapped).toBe(3);
  await again.stop();
});

test('a process that was killed long ago does not hold it up', async () => {
  await holdMasterKeys(pool, [old], 'killed');
  await pool.query(`update accounts.master_key_holder set seen_at = now() - interval '5 minutes'`);
  expect((await rotateMasterKey(pool, [next, old])).current).toBe(keyIdOf(next));
});

test('while people work: new patients, writes and erasures beside a rotation', async () => {
  const made = await havingKeys(4_000);
  const [one, other] = [createPatientKeys(pool, [old, next]), createPatientKeys(pool, [next, old])];
  const erased: string[] = [];
  const news = new Map<string, Buffer>();
  let isRotated = false;
  const rotation = rotateMasterKey(pool, [next, old]).finally(() => (isRotated = true));
  const work = async (keys: KeyRing, name: string, step: number): Promise<void> => {
    for (let n = step; !isRotated || news.size < 20; n += 97) {
      const id = `${name}-${n}`;
      news.set(id, await keyFor(keys, id));
      const known = `patient-${n % 4_000}`;
      if (n % 2 === 0 && !erased.includes(known)) {
        erased.push(known);
        await keys.destroy(known);
      } else if (!erased.includes(known)) expect(await keyFor(keys, known)).toEqual(made.get(known));
    }
  };
  const [{ wrapped }] = await Promise.all([rotation, work(one, 'one', 0), work(other, 'other', 1)]);
  expect(wrapped).toBeLessThanOrEqual(4_000 + news.size);
  expect(erased.length).toBeGreaterThan(0);

  const after = createPatientKeys(pool, [next]);
  const kept = new Map([...made].filter(([id]) => !erased.includes(id)));
  expect(await after.findKeys([...made.keys()])).toEqual(kept);
  expect(await after.findKeys([...news.keys()])).toEqual(news);
  expect(await counts()).toEqual({ [keyIdOf(next)]: kept.size + news.size });
  await expect(keyFor(after, erased[0]!)).rejects.toThrow(KeyDestroyed);
});

/** The command line as an operator runs it, on a database of its own. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { keyIdOf } from 'service-kit/security/key-ring';
import { holdMasterKeys } from 'service-kit/security/master-key-holders';
import { openRootKey } from 'service-kit/security/master-keys';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import { wrap } from 'service-kit/security/wrapping';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../dist/operations/keys/main.js', import.meta.url));
const KEYS = 30_000;
let installation: Installation;
let pool: Pool;
let folder: string;
let old: Buffer;
const next = randomBytes(32);
const made = new Map(Array.from({ length: KEYS }, (_, n) => [`patient-${n}`, randomBytes(32)]));
beforeAll(async () => {
  installation = await freshInstallation();
  old = Buffer.from(installation.masterKey, 'base64');
  pool = new Pool({ connectionString: installation.databaseUrl });
  folder = await mkdtemp(join(tmpdir(), 'keys-'));
  await migratePrivateSchema(pool);
  await openRootKey(pool, [old]);
  await pool.query(
    'insert into accounts.patient_key (patient_id, wrapped_key, key_id) select *, $3 from unnest($1::text[], $2::bytea[])',
    [[...made.keys()], [...made].map(([id, key]) => wrap(old, key, id)), keyIdOf(old)],
  );
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
  await rm(folder, { recursive: true });
});

const base64 = (key: Buffer): string => key.toString('base64');
const begin = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: installation.databaseUrl, ...env },
    cwd: folder,
  });
async function keys(args: readonly string[], env: NodeJS.ProcessEnv = {}, typed = '') {
  const started = begin(args, env);
  started.stdin.end(typed);
  const [out, said] = await Promise.all([text(started.stdout), text(started.stderr), once(started, 'exit')]);
  expect(out + said).not.toContain(base64(old));
  expect(out + said).not.toContain(base64(next));
  return { code: started.exitCode, out, said };
}
const under = async (key: Buffer): Promise<number> =>
  (await pool.query('select from accounts.patient_key where key_id = $1', [keyIdOf(key)])).rowCount ?? 0;

test('a wrong command line is answered with the usage', async () => {
  for (const args of [
    ['rotate', 'now'],
    ['rotate', '--new-key', 'x'],
  ])
    expect(await keys(args)).toMatchObject({ code: 64, said: expect.stringContaining('Usage:') });
});

test('a wrong key is refused by each command', async () => {
  for (const command of ['status', 'rotate'])
    expect(await keys([command], { MASTER_KEY: base64(next) })).toMatchObject({
      code: 78,
      said: expect.stringContaining(`this database needs the key ${keyIdOf(old)}`),
    });
  expect(await keys(['status'])).toMatchObject({ code: 78, said: expect.stringContaining('There is no master.key') });
});

test('a process that runs without the new key holds a rotation up, and status names it', async () => {
  const service = await holdMasterKeys(pool, [old], 'query-api');
  const both = { MASTER_KEY: base64(next), MASTER_KEY_PREVIOUS: base64(old) };
  expect(await keys(['rotate'], both)).toMatchObject({ code: 1, said: expect.stringContaining('query-api (process') });
  const { code, out } = await keys(['status'], both);
  expect([code, out.split('\n').slice(0, 2)]).toEqual([
    0,
    [`${keyIdOf(old)}  30,000 keys of patients and people, current`, 'erased     0 keys'],
  ]);
  expect(out).toMatch(new RegExp(`^query-api \\(process \\d+ on .+\\) holds ${keyIdOf(old)}$`, 'm'));
  await service.stop();
});

test('a rotation that is killed in the middle goes on, beside new patients and erasures', async () => {
  const service = await holdMasterKeys(pool, [old, next], 'command-api');
  const patients = createPatientKeys(pool, [old, next]);
  const both = { MASTER_KEY: base64(next), MASTER_KEY_PREVIOUS: base64(old) };
  // The last one in the order of the rotation: it waits there until it is killed.
  const holding = await pool.connect();
  await holding.query(`begin; select from accounts.patient_key where patient_id = 'patient-9999' for update`);
  const first = begin(['rotate'], both);
  await expect.poll(() => under(next), { timeout: 30_000, interval: 5 }).toBeGreaterThan(0);
  first.kill('SIGKILL');
  await once(first, 'exit');
  // Postgres would finish the statement that it works on, and wrap the last one as well.
  await pool.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where application_name = 'keys' and datname = current_database()`,
  );
  await holding.query('rollback');
  holding.release();
  const left = await under(old);
  expect(left).toBeGreaterThan(0);
  const halfway = await keys(['status'], both);
  expect(halfway.out).toContain(`${keyIdOf(old)}  ${left.toLocaleString('en')} keys`);
  expect(halfway.out).toMatch(new RegExp(`^${keyIdOf(next)} .*, current$`, 'm'));

  const second = keys(['rotate'], both);
  const erased = ['patient-0', 'patient-29999', 'patient-17'];
  const news = new Map<string, Buffer>();
  for (let n = 0; n < 50; n += 1) news.set(`new-${n}`, await patients.withKey(`new-${n}`, async (key) => key));
  for (const id of erased) await patients.destroy(id);
  const done = await second;
  expect([done.code, done.said]).toEqual([0, expect.stringContaining(`wrapped by ${keyIdOf(next)}`)]);
  const [line] = done.said.split('\n').filter((said) => said.startsWith('{'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    msg: 'master key rotated',
    from: [keyIdOf(old)],
    to: keyIdOf(next),
    wrapped: expect.any(Number),
  });

  const after = createPatientKeys(pool, [next]);
  for (const id of erased) made.delete(id);
  expect(await after.findKeys([...made.keys(), ...erased])).toEqual(made);
  expect(await after.findKeys([...news.keys()])).toEqual(news);
  expect(await under(old)).toBe(0);
  const { rows } = await pool.query(
    `select actor_kind, data->>'keyId' as key from accounts.security_line where kind = 'MasterKeyRotated'`,
  );
  expect(rows).toEqual([{ actor_kind: 'operator', key: keyIdOf(next) }]);
  await service.stop();
  const third = await keys(['rotate'], { MASTER_KEY: base64(next) });
  expect(third).toMatchObject({ code: 0, said: expect.stringMatching(/^Nothing to do/) });
}, 120_000);

test('an escrow is made of the key of the database, and two typed parts give it back', async () => {
  const env = { MASTER_KEY: base64(next), PUBLIC_URL: 'https://pharmacy.hospital.example' };
  expect(await keys(['escrow', '--out', 'escrow'], { MASTER_KEY: base64(old) })).toMatchObject({ code: 78 });
  const made = await keys(['escrow', '--out', 'escrow'], env);
  expect(made).toMatchObject({ code: 0, out: '', said: expect.stringContaining(keyIdOf(next)) });
  const codes = await Promise.all(
    [1, 3].map(async (number) => {
      const page = await readFile(join(folder, 'escrow', `part-${number}.txt`), 'utf8');
      expect(page).toContain('https://pharmacy.hospital.example');
      return page.slice(page.indexOf('PART-----') + 9, page.indexOf('-----END')).trim();
    }),
  );
  const restored = await keys(['restore-escrow', '--out', 'restored.key'], {}, codes.join('\n\n'));
  expect(restored).toMatchObject({ code: 0, out: '' });
  for (const group of codes.join(' ').split(/\s+/)) expect(made.said + restored.said).not.toContain(group);
  expect(await readFile(join(folder, 'restored.key'), 'utf8')).toBe(`${base64(next)}\n`);
  const twice = await keys(['restore-escrow', '--out', 'other.key'], {}, `${codes[0]}\n\n${codes[0]}`);
  expect(twice).toMatchObject({ code: 1, said: 'Part 1 was given twice. Two different parts are needed.\n' });
}, 60_000);

test('the next key for a data folder: the present one is kept beside it, and nothing is written over', async () => {
  const file = join(folder, 'master.key');
  await writeFile(file, `${base64(old)}\n`, { mode: 0o600 });
  const env = { DATA_DIR: folder };
  expect(await keys(['new'], env)).toMatchObject({ code: 0, said: expect.stringContaining(keyIdOf(old)) });
  const [key, previous] = await Promise.all(
    ['master.key', 'previous-master.key'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  expect(previous).toBe(`${base64(old)}\n`);
  expect(Buffer.from(key ?? '', 'base64')).toHaveLength(32);
  expect(key).not.toBe(previous);
  for (const name of ['master.key', 'previous-master.key'])
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect(await keys(['new'], env)).toMatchObject({ code: 1, said: expect.stringContaining('has begun') });
  expect(await readFile(file, 'utf8')).toBe(key);
});

test('the next key in a file of its own', async () => {
  const env = { MASTER_KEY: base64(next) };
  expect(await keys(['new'], env)).toMatchObject({ code: 1, said: expect.stringContaining('--out') });
  expect(await keys(['new', '--out', 'next.key'], env)).toMatchObject({ code: 0 });
  const key = await readFile(join(folder, 'next.key'), 'utf8');
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(await keys(['new', '--out', 'next.key'], env)).toMatchObject({
    code: 1,
    said: expect.stringContaining('exists already'),
  });
  expect(await readFile(join(folder, 'next.key'), 'utf8')).toBe(key);
});

/**
 * The drill: backups while people write, the loss of everything, a restore, and people who go on. The commands are those of
 * docs/operations.md, "Backup" and "Restore".
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Patient, Review, Written } from 'language/contract/entities';
import { NO_ERROR } from 'language/domain/values/codes';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWard, type Ward } from '../../verification/bench/ward.ts';
import { inDatabase } from '../../runtime/event-log/own-database.ts';
import { readConnections } from '../../runtime/start/program/connections-file.ts';
import { client, type Ask } from '../../verification/test/data-folders/client.ts';
import { type Product, startProduct } from '../../verification/test/product.ts';
import { buildWhatChanged, root, runProgramToEnd } from '../../verification/test/started-program.ts';
import { neededManifest } from './repository/manifest.ts';
import { eventsIn } from './testing/hospital.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const env = { CAPTCHA: 'off', RATE_LIMIT: 'off' };
const patience = { timeout: 30_000, interval: 100 };

let folder: string;
let product: Product;
let ward: Ward;
const place = (name: string): string => join(folder, name);
const dataDir = (): string => place('data');

beforeAll(async () => {
  await buildWhatChanged();
  folder = await mkdtemp(join(tmpdir(), 'drill-'));
  product = await startProduct({ dataDir: dataDir(), env });
  ward = await openWard(product.url, { members: 2, reviews: 3 });
});
afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const backup = (...args: readonly string[]) =>
  runProgramToEnd('operations/backup/backup-main.js', { DATA_DIR: dataDir() }, args);
const restore = (into: string, ...args: readonly string[]) =>
  runProgramToEnd('operations/backup/restore-main.js', { DATA_DIR: into }, args);

/** Starts a command, and kills it when it has said `when` or `until` holds. */
async function killed(entry: string, into: string, args: readonly string[], until: (said: string) => Promise<boolean>) {
  const child = spawn(process.execPath, [join(root, 'infra/dist/operations/backup', entry), ...args], {
    env: { ...process.env, DATA_DIR: into },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'exit');
  await vi.waitFor(async () => expect(await until(said)).toBe(true), { timeout: 60_000, interval: 2 });
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

const ask = (): Ask => client(product.url, ward.tokens[0]);
const databaseUrl = async (): Promise<string> => (await readConnections(dataDir())).DATABASE_URL ?? '';

type Acknowledged = Review & Written;
/** Writes to two charts at once until `stop`. */
function load(): { acknowledged: Acknowledged[]; stop(): Promise<void> } {
  const acknowledged: Acknowledged[] = [];
  let isOver = false;
  const write = async (reviewId: string): Promise<void> => {
    const entry = { errType: NO_ERROR._id, errDrug: ward.drug };
    const send = (method: 'POST' | 'PUT', path: string, drugErr: object) =>
      ward.author.send<Acknowledged>(method, `/api/reviews/${path}/${reviewId}`, randomUUID(), { reviewId, drugErr });
    const added = await send('POST', 'addRevMed', entry);
    acknowledged.push(added);
    const { _id } = added.drugErrs[0] ?? { _id: '' };
    for (let n = 0; !isOver; n += 1)
      acknowledged.push(await send('PUT', 'updateRevMed', { ...entry, _id, errNote: `<p>change ${n}</p>` }));
  };
  const writing = Promise.all(ward.reviews.slice(0, 2).map(write));
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await writing;
    },
  };
}

/** Ids of accesses: those in the log, and those in the outbox. */
const accessesOf = (url: string): Promise<{ logged: string[]; noted: string[] }> =>
  inDatabase(url, async (database) => {
    const logged = await database.query<{ id: string }>(
      `select convert_from(metadata, 'utf8')::json->>'commandId' as id from event_log.event where stream like 'access-%'`,
    );
    const noted = await database.query<{ id: string }>('select note_id::text as id from accounts.access_note');
    return { logged: logged.rows.map(({ id }) => id), noted: noted.rows.map(({ id }) => id) };
  });

test('nothing that was acknowledged before a backup is lost with the whole installation', async () => {
  const quiet = ward.reviews[2] ?? '';
  const { stream } = await ward.author.send<Acknowledged>('POST', `/api/reviews/addRevMed/${quiet}`, randomUUID(), {
    reviewId: quiet,
    drugErr: { errType: NO_ERROR._id, errDrug: ward.drug, errNote: '<p>quiet</p>' },
  });
  const admission = stream.replace('admission-', '');
  const form = new FormData();
  form.append('image', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'pixel.png');
  const uploaded = await ask()<{ images: readonly [{ image: string }] }>(
    'POST',
    `/api/admissions/${admission}/images`,
    form,
  );
  const [{ image }] = uploaded.images;
  await ask()('POST', `/api/admissions/${admission}/gallery`, { title: 'X-ray', images: [{ image }] });
  const names = { firstName: 'Salma', middleName: 'S', lastName: 'F', fourthName: 'H', birthdate: '1961-04-02' };
  const erased = await ask()<Patient>('POST', '/api/patients', { team: ward.team, ...names, medicalRecordNumber: '9' });
  const reads = [`/api/reviews/listAdmissionReviews/${admission}`, `/api/admissions/${admission}/details`, image];
  const readAll = () => Promise.all(reads.map((path) => ask()('GET', path)));

  // A backup that is killed leaves nothing that the next one minds.
  const writers = load();
  const logFiles = async () => (await readdir(place('backup/log')).catch(() => [])).length > 0;
  await killed('backup-main.js', dataDir(), ['--to', place('backup')], logFiles);
  expect(await readdir(place('backup'))).not.toContain('backup.json');
  expect(await backup('--to', place('backup'))).toMatchObject({ code: 0 });
  // The operator's page shows it.
  const { rows: shown } = await inDatabase(await databaseUrl(), (database) =>
    database.query('select number, place, bytes > 0 as has_size from accounts.backup_run'),
  );
  expect(shown).toEqual([{ number: 1, place: expect.stringContaining(place('backup')), has_size: true }]);
  await cp(place('backup'), place('older'), { recursive: true });

  await ask()('DELETE', `/api/patients/${erased._id}`);
  const before = [...writers.acknowledged];
  const accesses = await accessesOf(await databaseUrl());
  const answers = await readAll();
  expect(await backup('--to', place('backup'))).toMatchObject({ code: 0, output: expect.stringContaining('Backup 2') });
  expect(await backup('--check', place('backup'))).toMatchObject({
    code: 0,
    output: expect.stringContaining('as it was sealed'),
  });
  await backup('--erasures', place('ledger.json'));
  await writers.stop();
  expect(before.length).toBeGreaterThan(4);
  expect(writers.acknowledged.length).toBeGreaterThan(before.length);

  const events = await eventsIn(await databaseUrl());
  const idOfLog = async (): Promise<unknown> =>
    inDatabase(await databaseUrl(), (database) => database.query('select id from accounts.event_log_identity')).then(
      ({ rows }) => rows,
    );
  const idBefore = await idOfLog();
  await copyFile(join(dataDir(), 'master.key'), place('master.key'));
  const processes = await product.processes();
  for (const pid of processes) process.kill(pid, 'SIGKILL');
  await product.kill();
  await vi.waitFor(async () => expect(await product.processes()).toEqual([]), patience);
  await rm(dataDir(), { recursive: true });

  const from = ['--from', place('backup'), '--master-key', place('master.key')];
  await killed('restore-main.js', dataDir(), from, async (said) => said.includes('Loading accounts'));
  const done = await restore(dataDir(), ...from);
  expect(done).toMatchObject({ code: 0, output: expect.stringContaining('Restored backup 2') });
  expect(await restore(dataDir(), ...from)).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
  product = await startProduct({ dataDir: dataDir(), env });

  const end = Number((await neededManifest(place('backup'))).segments.at(-1)?.last.position);
  const upToEnd = (lines: readonly string[]) => lines.filter((line) => Number.parseInt(line, 10) <= end);
  const restored = upToEnd(await eventsIn(await databaseUrl()));
  expect(restored).toEqual(upToEnd(events));
  for (const { stream: of, revision } of before)
    expect(restored.some((line) => line.includes(` ${of} ${revision} `))).toBe(true);

  // Pages that were open read all again.
  expect(await idOfLog()).not.toEqual(idBefore);
  // Sessions ended with the installation.
  await expect(ask()('GET', `/api/teams/${ward.team}`)).rejects.toThrow('401');
  const { token } = await client(product.url)<{ token: string }>('POST', '/api/users/login', ward.credentials);
  const again = client(product.url, token);
  expect(await Promise.all(reads.map((path) => again('GET', path)))).toEqual(answers);
  const verify = () => again<{ intact: boolean; sealed: number }>('GET', `/api/history/admissions/${admission}/verify`);
  await expect.poll(verify, patience).toMatchObject({ intact: true, sealed: expect.any(Number) });
  await expect(again('GET', `/api/patients/${erased._id}`)).rejects.toThrow('404');

  // The line of the second backup came after its snapshot. That of the restore waits for the start.
  const actions = async () => {
    const { rows } = await inDatabase(await databaseUrl(), (database) =>
      database.query<{ kind: string }>('select kind from accounts.security_line order by number'),
    );
    return rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('Backup'));
  };
  await expect.poll(actions, patience).toEqual(['BackupMade', 'BackupRestored']);

  // Each access came into the log once.
  const logged = async () => (await accessesOf(await databaseUrl())).logged;
  const missing = async () => {
    const there = new Set(await logged());
    return [...accesses.logged, ...accesses.noted].filter((id) => !there.has(id));
  };
  await expect.poll(missing, patience).toEqual([]);
  const all = await logged();
  expect(new Set(all).size).toBe(all.length);
  expect(await client(product.url)('GET', '/api/ready')).toMatchObject({ ready: true });
  expect(await backup('--to', place('backup'))).toMatchObject({ code: 0, output: expect.stringContaining('Backup 3') });
  await product.stop();
}, 240_000);

test('an older copy, to a position, keeps erased who was erased since', async () => {
  await mkdir(place('other'), { mode: 0o700 });
  await copyFile(place('master.key'), place('other/master.key'));
  const ledger = JSON.parse(await readFile(place('ledger.json'), 'utf8')) as { erased: { id: string }[] };
  const [{ id } = { id: '' }] = ledger.erased;
  const { segments } = await neededManifest(place('older'));
  const position = String(Number(segments.at(-1)?.last.position) - 1);
  const args = ['--from', place('older'), '--position', position, '--erasures', place('ledger.json')];
  expect(await restore(place('other'), ...args)).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 keys of the erasure ledger were destroyed'),
  });
  product = await startProduct({ dataDir: place('other'), env });
  const { token } = await client(product.url)<{ token: string }>('POST', '/api/users/login', ward.credentials);
  const patients = await client(product.url, token)('GET', `/api/patients/team/${ward.team}`);
  expect(JSON.stringify(patients)).not.toContain('Salma');
  await expect(client(product.url, token)('GET', `/api/patients/${id}`)).rejects.toThrow('404');
}, 120_000);

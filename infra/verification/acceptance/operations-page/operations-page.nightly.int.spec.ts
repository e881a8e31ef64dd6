/** Runs the commands of docs/operations.md as they are written there, in the order in which an operator might. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { freePort } from 'service-kit/process/free-port';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn } from '../../../operations/keys/escrow/part-page.ts';
import { archive } from '../../../operations/release/archive.ts';
import { makeReleases, newPlace, type Place, type Releases } from '../../../operations/release/testing.ts';
import { unpack } from '../../test/data-folders/archive.ts';
import { signedIn, type Ask } from '../../test/data-folders/client.ts';
import { people, type Kept } from '../../test/data-folders/sample-data.ts';
import { buildWhatChanged, root } from '../../test/started-program.ts';
import { RUN, type RunCommand } from './commands.ts';

const KEPT = join(root, 'infra/verification/test/data-folders/2026-11');
const READY_MS = 240_000;
const RELEASE = 'clinical-pharmacy-one-linux-x64';

let scratch: string;
let dataDir: string;
let kept: Kept;
let releases: Releases;
let place: Place;
let pharmacist: Ask;
let publicKey: string;
const ran = new Set<RunCommand>();
const running = new Set<ChildProcess>();
const at = (name: string): string => join(scratch, name);

beforeAll(async () => {
  await buildWhatChanged();
  scratch = await mkdtemp(join(tmpdir(), 'operations-page-'));
  dataDir = at('data');
  await mkdir(dataDir);
  await unpack(`${KEPT}.tar.br`, dataDir);
  kept = JSON.parse(await readFile(`${KEPT}.json`, 'utf8')) as Kept;
  await mkdir(at('backups'));
  releases = await makeReleases();
  place = await newPlace();
});
afterAll(async () => {
  for (const child of running) child.kill('SIGTERM');
  await Promise.all([...running].map((child) => once(child, 'exit')));
  await releases?.remove();
  await place?.remove();
  await rm(scratch, { recursive: true, force: true });
});

/** The texts that the page leaves open, and paths that only an operator's machine has: `[as written, here]`. */
type Here = readonly (readonly [written: string, here: string])[];
interface Options {
  readonly here?: Here;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
  readonly folder?: string;
}

function started(command: RunCommand, { here = [], env = {}, input, folder = root }: Options): ChildProcess {
  ran.add(command);
  let line: string = command;
  for (const [written, instead] of here) {
    expect(command).toContain(written);
    line = line.replaceAll(written, instead);
  }
  return spawn('sh', ['-c', `exec ${/^[A-Z_]+=/.test(line) ? `env ${line}` : line}`], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: scratch, npm_config_update_notifier: 'false', DATA_DIR: dataDir, ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
}

/** @returns the exit code and both outputs */
async function run(command: RunCommand, options: Options = {}): Promise<{ code: number | null; said: string }> {
  const child = started(command, options);
  child.stdin?.end(options.input);
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The outputs are pipes');
  const [out, errors] = await Promise.all([text(stdout), text(stderr), once(child, 'exit')]);
  return { code: child.exitCode, said: out + errors };
}

/** Starts a program that runs until it is stopped. @returns its `ready` line, and how to stop it */
async function start(command: RunCommand, options: Options): Promise<{ ready: string; stop: () => Promise<void> }> {
  const child = started(command, options);
  running.add(child);
  child.once('exit', () => running.delete(child));
  const lines: string[] = [];
  const ready = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Not ready:\n${lines.slice(-40).join('\n')}`)), READY_MS);
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${lines.slice(-40).join('\n')}`)));
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface({ input: stream }).on('line', (line) => {
          lines.push(line);
          if (!line.startsWith('ready ')) return;
          clearTimeout(late);
          resolve(line);
        });
  });
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  };
  return { ready, stop };
}

const startProduct = async () =>
  start('npm start', {
    env: { PORT: String(await freePort()), SEED: 'none', CAPTCHA: 'off', RATE_LIMIT: 'off' },
  });
let product: Awaited<ReturnType<typeof start>>;

// Each starts processes, on a machine that may be busy.
describe('the page', { timeout: READY_MS }, () => {
  test('npm start', async () => {
    product = await startProduct();
    const url = /^ready (http:\S+)$/.exec(product.ready)?.[1] ?? '';
    pharmacist = await signedIn(url, people.pharmacist);
    publicKey = (await pharmacist<{ publicKey: string }>('GET', `/api/history/teams/${kept.ids.team}/verify`))
      .publicKey;
    const files = {
      'admission.ndjson': `admissions/${kept.ids.admission}/export`,
      'anchors.ndjson': `teams/${kept.ids.team}/anchors`,
    };
    for (const [file, path] of Object.entries(files)) {
      const base64 = await pharmacist<string>('GET', `/api/history/${path}`);
      await writeFile(at(file), Buffer.from(base64, 'base64'));
    }
  });

  test('the second factor of a person is reset', async () => {
    const here: Here = [['person@hospital.example', people.second.email]];
    const { code, said } = await run('npm run reset-second-factor -- person@hospital.example', { here });
    expect([code, said]).toEqual([0, expect.stringContaining('signs in with its password alone')]);
  });

  test('a backup is made, and an erasure ledger', async () => {
    const here: Here = [['/mnt/backup/hospital', at('backups/hospital')]];
    const backup = await run('npm run backup -- --to /mnt/backup/hospital', { here });
    expect([backup.code, backup.said]).toEqual([0, expect.stringContaining('Backup 1: ')]);
    const ledger = await run('npm run backup -- --erasures ledger.json', {
      here: [['ledger.json', at('ledger.json')]],
    });
    expect([ledger.code, ledger.said]).toEqual([0, expect.stringContaining('erased keys are in')]);
  });

  test('exports and statements of anchors are verified', async () => {
    const statements = await run('npm run -s anchor-statement -- --out statements', {
      here: [['statements', at('statements')]],
    });
    expect([statements.code, statements.said]).toEqual([0, expect.stringContaining('names the newest anchors')]);
    const [statement = ''] = (await readdir(at('statements'))).filter((file) => file.endsWith('.json'));
    const admission = ['admission-….ndjson', at('admission.ndjson')] as const;
    const key = ['<public key>', publicKey] as const;
    const one = await run('npm run -s verify-export -- admission-….ndjson --key <public key>', {
      here: [admission, key],
    });
    expect(one).toMatchObject({ code: 0 });
    const here: Here = [
      ['anchors-….ndjson', at('anchors.ndjson')],
      admission,
      ['anchor-statement-….json', at(`statements/${statement}`)],
      key,
    ];
    const all = await run(
      'npm run -s verify-export -- anchors-….ndjson admission-….ndjson --statement anchor-statement-….json --key <public key>',
      { here },
    );
    expect(all).toMatchObject({ code: 0 });
  });

  test('the security log is as it was written', async () => {
    const { code, said } = await run('npm run -s security-log -- --check');
    expect([code, said]).toEqual([0, expect.stringContaining('are as they were written')]);
  });

  test('the log is read', async () => {
    const { code, said } = await run('npm run events -- --help');
    expect([code, said]).toEqual([0, expect.stringContaining('export FILE')]);
  });

  test('a stream that is not parked is not unparked', async () => {
    const { DATABASE_URL } = JSON.parse(await readFile(join(dataDir, 'connections.json'), 'utf8')) as Record<
      string,
      string
    >;
    const here: Here = [
      ['<projection>', 'clinical'],
      ['<stream>', `admission-${kept.ids.admission}`],
    ];
    const { code, said } = await run('node projections/dist/unpark.js <projection> <stream>', {
      here,
      env: { DATABASE_URL },
    });
    expect([code, said]).toEqual([1, expect.stringContaining('this stream is not parked')]);
  });

  test('the read models are rebuilt, and brought back', async () => {
    // The product rebuilds what an older version of it has made, by itself: until that has ended, the command is refused.
    await expect.poll(() => run('npm run rebuild'), { timeout: 120_000, interval: 1_000 }).toMatchObject({ code: 0 });
    expect(await run('npm run rebuild -- --rollback')).toMatchObject({ code: 0 });
  });

  test('a certificate is made', async () => {
    const { code, said } = await run('npm run tls -- --self-signed --host pharmacy.hospital.example');
    expect([code, said]).toEqual([0, expect.stringContaining(`TLS_CERT=${join(dataDir, 'tls')}`)]);
  });

  test('the master key gets an escrow, and is changed', async () => {
    const status = await run('npm run -s keys -- status');
    const keyId = /[0-9a-f]{4}-[0-9a-f]{4}/.exec(status.said)?.[0] ?? '';
    expect([status.code, keyId]).toEqual([0, expect.stringMatching(/^.{9}$/)]);
    const escrow = await run('npm run -s keys -- escrow --out escrow --name "Name of the hospital"', {
      here: [['--out escrow', `--out ${at('escrow')}`]],
    });
    expect(escrow.code).toBe(0);
    const parts = await Promise.all([1, 2].map((number) => readFile(at(`escrow/part-${number}.txt`), 'utf8')));
    for (const file of ['try.key', 'restored.key'] as const) {
      const input = parts.map((part) => `${codeIn(part).trim()}\n\n`).join('');
      const restored = await run(`npm run -s keys -- restore-escrow --out ${file}`, {
        here: [[file, at(file)]],
        input,
      });
      expect([restored.code, restored.said]).toEqual([0, expect.stringContaining(`The master key ${keyId} is in`)]);
    }
    expect(await run('npm run -s keys -- new --out next.key', { here: [['next.key', at('next.key')]] })).toMatchObject({
      code: 0,
    });
    expect(Buffer.from((await run('openssl rand -base64 32')).said, 'base64')).toHaveLength(32);
    expect(await run('npm run -s keys -- new')).toMatchObject({ code: 0 });
    await product.stop();
    product = await startProduct();
    const rotated = await run('npm run -s keys -- rotate');
    expect(rotated).toMatchObject({ code: 0 });
    await product.stop();
  });

  test('the log is carried to another one', async () => {
    const from = await start('DATA_DIR=.data npm run event-log', {
      here: [['.data', dataDir]],
      env: { PORT: String(await freePort()) },
    });
    expect(from.ready).toMatch(/^ready esdb:/);
    const file = ['hospital.ndjson', at('hospital.ndjson')] as const;
    const exported = await run('DATA_DIR=.data npm run -s events -- export hospital.ndjson', {
      here: [['.data', dataDir], file],
    });
    expect(exported).toMatchObject({ code: 0 });
    await from.stop();
    const folder = at('carried');
    const to = await start('DATA_DIR=<a new folder> npm run event-log', {
      here: [['<a new folder>', folder]],
      env: { PORT: String(await freePort()) },
    });
    const imported = await run('npm run -s events -- import hospital.ndjson', {
      here: [file],
      env: { DATA_DIR: folder },
    });
    expect([imported.code, imported.said]).toEqual([0, expect.stringContaining('events of the file and no others')]);
    await to.stop();
  });

  test('the backup is restored with each place of the master key', async () => {
    const backup = ['/mnt/backup/hospital', at('backups/hospital')] as const;
    // The backup is from before the key was changed.
    const [folder, key] = [at('restored'), at('restored.key')];
    await mkdir(folder);
    await cp(key, join(folder, 'master.key'));
    const one = await run('DATA_DIR=/var/lib/hospital npm run restore -- --from /mnt/backup/hospital', {
      here: [['/var/lib/hospital', folder], backup],
    });
    expect(one).toMatchObject({ code: 0 });
    const other = await run('npm run restore -- --from /mnt/backup/hospital --master-key master.key', {
      here: [backup, ['master.key', key]],
      env: { DATA_DIR: at('restored-too') },
    });
    expect(other).toMatchObject({ code: 0 });
  });

  test('the settings of compose are copied', async () => {
    await cp(join(root, '.env.example'), at('.env.example'));
    expect(await run('cp .env.example .env', { folder: scratch })).toMatchObject({ code: 0 });
    expect(await readFile(at('.env'), 'utf8')).toContain('MASTER_KEY=');
  });

  test('a release is checked, unpacked, installed, upgraded and rolled back', async () => {
    const version = ['<version>', 'one'] as const;
    await cp(releases.one, at(RELEASE), { recursive: true, verbatimSymlinks: true });
    await archive(at(RELEASE), at(`${RELEASE}.tar.gz`), 0);
    await rm(at(RELEASE), { recursive: true });
    const inScratch = { here: [version], folder: scratch };
    expect(await run('sha256sum --check clinical-pharmacy-<version>-linux-x64.tar.gz.sha256', inScratch)).toMatchObject(
      {
        code: 0,
      },
    );
    expect(await run('tar xzf clinical-pharmacy-<version>-linux-x64.tar.gz', inScratch)).toMatchObject({ code: 0 });
    const help = await run('install --help', { here: [['install', at(`${RELEASE}/install`)]] });
    expect([help.code, help.said]).toEqual([0, expect.stringContaining('--no-way-back')]);
    // There is no systemd here, and no place of a machine's own.
    const places = `--prefix ${place.prefix} --data ${place.data} --settings ${place.settings} --user ${userInfo().username} --port ${place.port}`;
    const first = await run('install --no-systemd', {
      here: [
        ['install', at(`${RELEASE}/install`)],
        ['--no-systemd', `--no-systemd ${places}`],
      ],
    });
    expect([first.code, first.said]).toEqual([0, expect.stringContaining('Release one is installed')]);
    const same = await run('clinical-pharmacy-<version>-linux-x64/install', {
      here: [['clinical-pharmacy-<version>-linux-x64/install', `${at(RELEASE)}/install --prefix ${place.prefix}`]],
    });
    expect([same.code, same.said]).toEqual([0, expect.stringContaining('is the current one already')]);
    const second = await run('./install', {
      here: [['./install', `./install --prefix ${place.prefix}`]],
      folder: releases.two,
    });
    expect([second.code, second.said]).toEqual([0, expect.stringContaining('Release two is the current one')]);
    const back = await run('/opt/clinical-pharmacy/bin/clinical-pharmacy rollback', {
      here: [['/opt/clinical-pharmacy', place.prefix]],
    });
    expect([back.code, back.said]).toEqual([0, expect.stringContaining('Release one is the current one')]);
  });

  test('every command that is listed as run was run', () => {
    expect([...ran].toSorted()).toEqual([...RUN].toSorted());
  });
});

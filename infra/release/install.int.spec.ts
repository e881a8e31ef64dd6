import { execFile } from 'node:child_process';
import {
  appendFile,
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from 'service-kit/process/free-port';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Facts, writeManifest } from './manifest.ts';
import { writeRelease } from './release.ts';

/** The commands of a release around a program of some lines, with the Node of this machine. */
const READY = `
import http from 'node:http';
http.createServer((_, response) => response.end('{"ready":true}')).listen(Number(process.env.PORT), '127.0.0.1');
`;
const FACTS: Facts = {
  version: '',
  commit: '',
  node: process.version.slice(1),
  postgres: '17',
  schema: { steps: 5, oldestReader: 1 },
};
const commands = fileURLToPath(new URL('files', import.meta.url));

let scratch: string;
/** Folders of unpacked releases. */
let built: Record<'one' | 'two' | 'three' | 'broken' | 'breaking', string>;

async function release(version: string, main: string, facts: Partial<Facts> = {}): Promise<string> {
  const folder = join(scratch, version);
  const node = join(scratch, 'node');
  await writeFile(node, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
  await writeRelease({
    ...FACTS,
    ...facts,
    folder,
    version,
    node: { program: node, version: FACTS.node, licence: node },
    commands,
    commandLines: 'start infra/dist/start/main.js\nshow --no-warnings show.mjs\nevent-log show.mjs\n',
    native: { modules: [], programs: [] },
    licences: 'MIT\n',
    async fillApp(app) {
      await mkdir(join(app, 'infra/dist/start'), { recursive: true });
      await writeFile(join(app, 'package.json'), '{"type":"module"}');
      await writeFile(join(app, 'infra/dist/start/main.js'), main);
      await writeFile(join(app, 'show.mjs'), 'console.log(process.env.PORT, process.env.DATA_DIR, process.argv[2])');
      await symlink('show.mjs', join(app, 'link'));
    },
  });
  return folder;
}

interface Ended {
  readonly code: number;
  /** Both streams. */
  readonly said: string;
}

const run = (program: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(program, args, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: stdout + stderr }),
    );
  });

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'releases-'));
  built = {
    one: await release('one', READY),
    two: await release('two', READY),
    three: await release('three', READY),
    broken: await release('broken', "console.error('it cannot start'); process.exit(1);"),
    breaking: await release('breaking', READY, { schema: { steps: 6, oldestReader: 6 } }),
  };
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

let place: string;
let prefix: string;
let data: string;
let settings: string;
let port: number;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'installation-'));
  [prefix, data, settings] = [join(place, 'opt'), join(place, 'data'), join(place, 'etc/env')];
  port = await freePort();
});
afterEach(() => rm(place, { recursive: true, force: true }));

const install = (folder: string, ...options: string[]): Promise<Ended> =>
  run(join(folder, 'install'), '--prefix', prefix, ...options);
const installFirst = (folder = built.one, ...options: string[]): Promise<Ended> =>
  install(
    folder,
    '--no-systemd',
    '--data',
    data,
    '--settings',
    settings,
    '--user',
    userInfo().username,
    '--port',
    String(port),
    ...options,
  );
const command = (...args: string[]): Promise<Ended> => run(join(prefix, 'bin/clinical-pharmacy'), ...args);
const current = async (): Promise<string> => (await readlink(join(prefix, 'current'))).replace('releases/', '');
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

/** A copy of a release with changes of its own. */
async function changed(name: string, change: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(place, name);
  expect(await run('cp', '-R', built.two, folder)).toEqual({ code: 0, said: '' });
  await change(folder);
  return folder;
}

describe('a first installation', () => {
  test('has the release, a data folder, settings with a key that only its owner reads, and a command that starts it', async () => {
    const { code, said } = await installFirst();
    expect(code).toBe(0);
    expect(said).toContain(`To start it: ${prefix}/bin/clinical-pharmacy start`);
    expect(await current()).toBe('one');
    expect(await modeOf(settings)).toBe(0o600);
    expect(await modeOf(data)).toBe(0o700);
    const kept = await readFile(settings, 'utf8');
    expect(kept).toContain(`PORT=${port}\n`);
    expect(Buffer.from(/^MASTER_KEY=(.*)$/m.exec(kept)?.[1] ?? '', 'base64')).toHaveLength(32);
    expect(await command('show', 'more')).toEqual({ code: 0, said: `${port} ${data} more\n` });
    expect(await command('event-log')).toEqual({ code: 0, said: `undefined ${data} undefined\n` });
    expect((await command('version')).said).toContain('VERSION=one\n');
    expect((await command('help')).said).toContain('  show\n');
    expect(await command('dance')).toEqual({
      code: 64,
      said: 'There is no command dance: clinical-pharmacy help lists them.\n',
    });
    expect(await command('rollback')).toEqual({ code: 1, said: 'There is no release before one.\n' });
    expect((await command('status')).said).toBe(`It does not answer on port ${port}.\n`);
  });

  test('keeps settings and data that are there, and their key', async () => {
    await mkdir(join(place, 'etc'));
    await mkdir(data);
    await writeFile(settings, `PORT=${port}\n`);
    await writeFile(join(data, 'master.key'), 'key');
    expect((await installFirst()).said).toContain('Release one is installed');
    expect(await readFile(settings, 'utf8')).toBe(`PORT=${port}\n`);
    expect(await readFile(join(data, 'master.key'), 'utf8')).toBe('key');
    await rm(prefix, { recursive: true });
    expect((await installFirst(built.one, '--port', '8123')).said).toContain(`has PORT=${port} already`);
    await rm(settings);
    expect((await installFirst()).code).toBe(0);
    expect(await readFile(settings, 'utf8')).toContain('# MASTER_KEY is in the data folder');
  });

  test.each<[string, (folder: string) => Promise<void>, string]>([
    ['a changed file', (folder) => appendFile(join(folder, 'app/show.mjs'), ' '), 'app/show.mjs and 0 other files'],
    ['a missing file', (folder) => rm(join(folder, 'LICENCES.txt')), 'LICENCES.txt and 0 other files'],
    ['an added file', (folder) => writeFile(join(folder, 'app/more.js'), ''), 'app/more.js (not part of it)'],
    ['a changed link', (folder) => rm(join(folder, 'app/link')), 'LINKS (other links)'],
    ['no sums', (folder) => rm(join(folder, 'SHA256SUMS')), 'has no SHA256SUMS'],
    ['another Node', (folder) => writeManifest(folder, { ...FACTS, version: 'two', node: '1.2.3' }), 'another Node'],
    [
      'a Node that does not run',
      async (folder) => {
        await writeFile(join(folder, 'node/bin/node'), '#!/bin/sh\necho "GLIBC_2.99 not found" >&2; exit 1\n');
        await writeManifest(folder, { ...FACTS, version: 'two' });
      },
      'Node does not run on this machine: GLIBC_2.99 not found. It needs glibc',
    ],
    [
      'a native part that does not load',
      async (folder) => {
        const native = { modules: [{ from: '.', name: 'not-there' }], programs: [] };
        await writeFile(join(folder, 'libexec/native-parts.json'), JSON.stringify(native));
        await writeManifest(folder, { ...FACTS, version: 'two' });
      },
      'A native part does not run on this machine: not-there',
    ],
  ])('of a release with %s is refused, and nothing is left', async (_, change, sentence) => {
    const { code, said } = await installFirst(await changed('unpacked', change));
    expect(said).toContain(sentence);
    expect(code).toBe(1);
    expect((await readdir(place)).sort()).toEqual(['unpacked']);
  });

  test('refuses with a sentence what it cannot use, and leaves nothing', async () => {
    const refused = async (sentence: string, ...options: string[]): Promise<void> => {
      const { code, said } = await installFirst(built.one, ...options);
      expect(said).toContain(sentence);
      expect(said.trim().split('\n')).toHaveLength(1);
      expect(code).toBe(1);
    };
    await refused('opt is not an absolute path', '--prefix', 'opt');
    await refused('a path may have letters', '--data', '/var/lib/a b');
    await refused('There is no port 70000', '--port', '70000');
    await refused('x is not a number', '--port', 'x');
    await refused('--port needs a value', '--port');
    await refused('There is no option --fast', '--fast');
    await refused('cannot be the name of a user', '--user', '$(id)');
    expect(await readdir(place)).toEqual([]);
    const other = createServer().listen(port);
    await refused(`Port ${port} is in use`);
    other.close();
    await mkdir(data);
    await writeFile(join(data, 'report.pdf'), '');
    await refused('holds no data of this product');
    await writeFile(join(data, 'postgres.password'), '');
    await refused('its MASTER_KEY is neither in');
    await writeFile(join(data, 'master.key'), '');
    await mkdir(join(data, 'postgres'));
    await writeFile(join(data, 'postgres/PG_VERSION'), '16\n');
    await refused('The data is of Postgres 16, and release one has Postgres 17');
    await mkdir(prefix);
    await writeFile(join(prefix, 'file'), '');
    await refused('is not empty and holds no installation');
    expect((await readdir(place)).sort()).toEqual(['data', 'opt']);
  });
});

describe('an installation', () => {
  beforeEach(async () => expect((await installFirst()).code).toBe(0));

  test('is not changed by its own release, or by other options', async () => {
    expect(await install(built.one)).toEqual({ code: 0, said: 'Release one is the current one already.\n' });
    const { code, said } = await install(built.two, '--data', '/var/lib/other');
    expect(said).toContain('has other values: --data cannot change them');
    expect(code).toBe(1);
    expect(await current()).toBe('one');
  });

  test('is upgraded, keeps the release before, goes back and forward, and drops older ones', async () => {
    const before = await readFile(settings, 'utf8');
    expect((await install(built.two)).said).toContain('Release two is the current one. The way back to one:');
    expect((await command('rollback')).said).toContain('Release one is the current one. Forward to two:');
    expect(await current()).toBe('one');
    expect((await command('rollback')).code).toBe(0);
    expect(await current()).toBe('two');
    expect((await install(built.three)).code).toBe(0);
    expect((await readdir(join(prefix, 'releases'))).sort()).toEqual(['three', 'two']);
    expect(await readFile(settings, 'utf8')).toBe(before);
    expect(await readdir(prefix)).not.toContain('.installing');
  });

  test('returns by itself where the new release does not become ready', async () => {
    expect((await install(built.two)).code).toBe(0);
    const { code, said } = await install(built.broken);
    expect(code).toBe(1);
    expect(said).toContain('Release broken did not become ready: going back to two.');
    expect(said).toContain(
      `Release two is the current one as before, and broken is removed. ${prefix}/failed-broken.log`,
    );
    expect(await readFile(join(prefix, 'failed-broken.log'), 'utf8')).toContain('it cannot start');
    expect(await current()).toBe('two');
    expect((await readdir(join(prefix, 'releases'))).sort()).toEqual(['one', 'two']);
    expect((await command('rollback')).said).toContain('Release one is the current one');
  });

  test('refuses a way back to a release that cannot read the data, and says so before the upgrade', async () => {
    expect((await install(built.breaking)).said).toContain('Take a backup, then run ./install --no-way-back');
    expect(await current()).toBe('one');
    expect((await install(built.breaking, '--no-way-back')).code).toBe(0);
    const back = await command('rollback');
    expect(back.said).toContain('Release breaking has changed the data so that release one cannot read it');
    expect(back.code).toBe(1);
    expect((await install(built.two)).said).toContain('release two is older and cannot read it');
    expect(await current()).toBe('breaking');
  });

  test('is not changed while the product runs or another change is under way', async () => {
    const fields = (await readFile('/proc/self/stat', 'utf8')).replace(/.*\) /, '').split(' ');
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const lock = join(data, 'launcher.lock');
    await writeFile(lock, `${process.pid} ${boot}:${fields[19]}`);
    expect((await install(built.two)).said).toBe(
      `The product runs on ${data} as process ${process.pid}: stop it first.\n`,
    );
    // A process of another start has this number now.
    await writeFile(lock, `${process.pid} ${boot}:1`);
    await mkdir(join(prefix, '.installing'));
    await writeFile(join(prefix, '.installing/pid'), String(process.pid));
    expect((await install(built.two)).said).toBe(
      `Process ${process.pid} changes this installation: wait until it has ended.\n`,
    );
    await rm(join(prefix, '.installing'), { recursive: true });
    expect((await install(built.two)).code).toBe(0);
  });
});

test('the unit restarts, has limits, and is one that systemd understands', async ({ skip }) => {
  expect((await installFirst()).code).toBe(0);
  const { said } = await install(built.one, '--data', data, '--settings', settings, '--user', 'root', '--show-unit');
  for (const line of ['Restart=on-failure', 'MemoryMax=75%', 'TasksMax=1024', `ReadWritePaths=${data}`, 'User=root'])
    expect(said).toContain(`${line}\n`);
  expect(said).not.toMatch(/@[A-Z]+@/);
  const unit = join(place, 'clinical-pharmacy.service');
  // systemd-analyze looks for the page of the documentation.
  await writeFile(unit, said);
  await chmod(unit, 0o644);
  const hasSystemd = (await run('sh', '-c', 'command -v systemd-analyze')).code === 0;
  if (!hasSystemd) skip('no systemd-analyze on this machine');
  expect(await run('systemd-analyze', 'verify', unit)).toEqual({ code: 0, said: '' });
  expect((await lstat(join(prefix, 'bin/clinical-pharmacy'))).isSymbolicLink()).toBe(true);
});

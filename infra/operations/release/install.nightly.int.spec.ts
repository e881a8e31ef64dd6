import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeReleases, newPlace, type Place, type Releases, run } from './testing.ts';

let releases: Releases;
let place: Place;
beforeAll(async () => {
  releases = await makeReleases();
});
afterAll(() => releases.remove());
beforeEach(async () => {
  place = await newPlace();
});
afterEach(() => place.remove());

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe('a first installation', () => {
  test('has the release, a data folder, settings with a key that only its owner reads, and a command that starts it', async () => {
    const { code, said } = await place.installFirst(releases.one);
    expect(code).toBe(0);
    expect(said).toContain(`To start it: ${place.prefix}/bin/clinical-pharmacy start`);
    expect(await place.current()).toBe('one');
    expect(await modeOf(place.settings)).toBe(0o600);
    expect(await modeOf(place.data)).toBe(0o700);
    const kept = await readFile(place.settings, 'utf8');
    expect(kept).toContain(`PORT=${place.port}\n`);
    expect(Buffer.from(/^MASTER_KEY=(.*)$/m.exec(kept)?.[1] ?? '', 'base64')).toHaveLength(32);
    expect(await place.command('show', 'more')).toEqual({ code: 0, said: `${place.port} ${place.data} more\n` });
    expect(await place.command('event-log')).toEqual({ code: 0, said: `undefined ${place.data} undefined\n` });
    expect((await place.command('version')).said).toContain('VERSION=one\n');
    expect((await place.command('help')).said).toContain('  show\n');
    expect(await place.command('dance')).toEqual({
      code: 64,
      said: 'There is no command dance: clinical-pharmacy help lists them.\n',
    });
    expect(await place.command('rollback')).toEqual({ code: 1, said: 'There is no release before one.\n' });
    expect((await place.command('status')).said).toBe(`It does not answer on port ${place.port}.\n`);
  });

  test('keeps settings and data that are there, and their key', async () => {
    await mkdir(join(place.folder, 'etc'));
    await mkdir(place.data);
    await writeFile(place.settings, `PORT=${place.port}\n`);
    await writeFile(join(place.data, 'master.key'), 'key');
    expect((await place.installFirst(releases.one)).said).toContain('Release one is installed');
    expect(await readFile(place.settings, 'utf8')).toBe(`PORT=${place.port}\n`);
    expect(await readFile(join(place.data, 'master.key'), 'utf8')).toBe('key');
    await rm(place.prefix, { recursive: true });
    expect((await place.installFirst(releases.one, '--port', '8123')).said).toContain(`has PORT=${place.port} already`);
    await rm(place.settings);
    expect((await place.installFirst(releases.one)).code).toBe(0);
    expect(await readFile(place.settings, 'utf8')).toContain('# MASTER_KEY is in the data folder');
  });
});

describe('an installation', () => {
  beforeEach(async () => expect((await place.installFirst(releases.one)).code).toBe(0));

  test('is not changed by its own release, or by other options', async () => {
    expect(await place.install(releases.one)).toEqual({ code: 0, said: 'Release one is the current one already.\n' });
    const { code, said } = await place.install(releases.two, '--data', '/var/lib/other');
    expect(said).toContain('has other values: --data cannot change them');
    expect(code).toBe(1);
    expect(await place.current()).toBe('one');
  });

  test('is upgraded, keeps the release before, goes back and forward, and drops older ones', async () => {
    const before = await readFile(place.settings, 'utf8');
    expect((await place.install(releases.two)).said).toContain('Release two is the current one. The way back to one:');
    expect((await place.command('rollback')).said).toContain('Release one is the current one. Forward to two:');
    expect(await place.current()).toBe('one');
    expect((await place.command('rollback')).code).toBe(0);
    expect(await place.current()).toBe('two');
    expect((await place.install(releases.three)).code).toBe(0);
    expect((await readdir(join(place.prefix, 'releases'))).sort()).toEqual(['three', 'two']);
    expect(await readFile(place.settings, 'utf8')).toBe(before);
    expect(await readdir(place.prefix)).not.toContain('.installing');
  });

  test('returns by itself where the new release does not become ready', async () => {
    expect((await place.install(releases.two)).code).toBe(0);
    const { code, said } = await place.install(releases.broken);
    expect(code).toBe(1);
    expect(said).toContain('Release broken did not become ready: going back to two.');
    expect(said).toContain(
      `Release two is the current one as before, and broken is removed. ${place.prefix}/failed-broken.log`,
    );
    expect(await readFile(join(place.prefix, 'failed-broken.log'), 'utf8')).toContain('it cannot start');
    expect(await place.current()).toBe('two');
    expect((await readdir(join(place.prefix, 'releases'))).sort()).toEqual(['one', 'two']);
    expect((await place.command('rollback')).said).toContain('Release one is the current one');
  });

  test('refuses a way back to a release that cannot read the place.data, and says so before the upgrade', async () => {
    expect((await place.install(releases.breaking)).said).toContain('Take a backup, then run ./install --no-way-back');
    expect(await place.current()).toBe('one');
    expect((await place.install(releases.breaking, '--no-way-back')).code).toBe(0);
    const back = await place.command('rollback');
    expect(back.said).toContain('Release breaking has changed the data so that release one cannot read it');
    expect(back.code).toBe(1);
    expect((await place.install(releases.two)).said).toContain('release two is older and cannot read it');
    expect(await place.current()).toBe('breaking');
  });

  test('is not changed while the product runs or another change is under way', async () => {
    const fields = (await readFile('/proc/self/stat', 'utf8')).replace(/.*\) /, '').split(' ');
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const lock = join(place.data, 'launcher.lock');
    await writeFile(lock, `${process.pid} ${boot}:${fields[19]}`);
    expect((await place.install(releases.two)).said).toBe(
      `The product runs on ${place.data} as process ${process.pid}: stop it first.\n`,
    );
    // A process of another start has this number now.
    await writeFile(lock, `${process.pid} ${boot}:1`);
    await mkdir(join(place.prefix, '.installing'));
    await writeFile(join(place.prefix, '.installing/pid'), String(process.pid));
    expect((await place.install(releases.two)).said).toBe(
      `Process ${process.pid} changes this installation: wait until it has ended.\n`,
    );
    await rm(join(place.prefix, '.installing'), { recursive: true });
    expect((await place.install(releases.two)).code).toBe(0);
  });
});

test('the unit restarts and has limits, a timer makes a backup each hour, and systemd understands them', async ({
  skip,
}) => {
  expect((await place.installFirst(releases.one)).code).toBe(0);
  const { said } = await place.install(
    releases.one,
    '--data',
    place.data,
    '--settings',
    place.settings,
    '--user',
    'root',
    '--show-units',
  );
  expect(said).not.toMatch(/@[A-Z]+@/);
  const units = new Map(
    said
      .split(/^# \/etc\/systemd\/system\//m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n') + 1)]),
  );
  for (const [name, lines] of [
    [
      'clinical-pharmacy.service',
      ['Restart=on-failure', 'MemoryMax=75%', 'TasksMax=1024', `ReadWritePaths=${place.data}`, 'User=root'],
    ],
    [
      'clinical-pharmacy-backup@.service',
      [`ExecStart=${place.prefix}/bin/clinical-pharmacy backup --to %f`, 'RequiresMountsFor=%f'],
    ],
    ['clinical-pharmacy-backup@.timer', ['OnCalendar=*-*-* *:17:00', 'Persistent=true', 'WantedBy=timers.target']],
  ] as const)
    for (const line of lines) expect(units.get(name)).toContain(`${line}\n`);
  const hasSystemd = (await run('sh', '-c', 'command -v systemd-analyze')).code === 0;
  if (!hasSystemd) skip('no systemd-analyze on this machine');
  // A template is checked as one of its instances.
  const files = await Promise.all(
    [...units].map(async ([name, text]) => {
      const file = join(place.folder, name.replace('@.', '@mnt-backup.'));
      await writeFile(file, text);
      return file;
    }),
  );
  // It also looks at other units of this machine.
  const complaints = (await run('systemd-analyze', 'verify', ...files)).said.split('\n');
  expect(complaints.filter((line) => line.includes('clinical-pharmacy'))).toEqual([]);
});

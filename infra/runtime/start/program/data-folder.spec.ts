import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { randomBytes } from 'node:crypto';
import { SettingsError } from 'service-kit/process/settings';
import { WrongMasterKey } from 'service-kit/security/master-keys';
import { lockDataFolder, masterKeysIn } from './data-folder.ts';
import { CannotStart } from './start-errors.ts';

/** On a busy machine a process starts slowly. */
const patience = { timeout: 20_000 };

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'data-folder-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('a locked folder is refused with the process id of its launcher, and is free after the unlock', async () => {
  const unlock = await lockDataFolder(dataDir);
  await expect(lockDataFolder(dataDir)).rejects.toThrow(`is in use by process ${process.pid}`);
  await unlock();
  await (
    await lockDataFolder(dataDir)
  )();
  expect(await readdir(dataDir)).toEqual([]);
});

/** The content of a lock whose launcher does not run any more. */
async function left(): Promise<string> {
  const killed = spawn(process.execPath, ['-e', '0']);
  await new Promise((resolve) => killed.once('exit', resolve));
  return `${killed.pid} some-boot:123`;
}

test('one of many launchers that find a stale lock at once gets the folder', async () => {
  const stale = await left();
  for (let round = 0; round < 50; round += 1) {
    await writeFile(join(dataDir, 'launcher.lock'), stale);
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => lockDataFolder(dataDir)));
    const [taken, ...more] = results.filter((result) => result.status === 'fulfilled');
    expect([taken?.value, more]).toEqual([expect.any(Function), []]);
    expect(await readdir(dataDir)).toEqual(['launcher.lock']);
    await taken?.value();
  }
}, 60_000);

test('a launcher that was killed during a takeover does not block the next one', async () => {
  const stale = await left();
  await writeFile(join(dataDir, 'launcher.lock'), stale);
  await writeFile(join(dataDir, 'launcher.lock.taking'), stale);
  await (
    await lockDataFolder(dataDir)
  )();
  expect(await readdir(dataDir)).toEqual([]);
});

test('a process number that another process has now does not hold the folder', async () => {
  await writeFile(join(dataDir, 'launcher.lock'), `${process.pid} some-boot:123`);
  await expect(lockDataFolder(dataDir)).resolves.toBeTypeOf('function');
});

test('a killed launcher that is a zombie does not hold the folder', async () => {
  // The shell becomes a program that never waits for its children. Then the child ends.
  const parent = spawn('/bin/sh', ['-c', 'cat <&3 & echo $!; exec sleep 600 3<&-'], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  try {
    const [line] = (await once(parent.stdio[1]!, 'data')) as [Buffer];
    const pid = Number(String(line));
    await expect.poll(() => readFile(`/proc/${parent.pid}/cmdline`, 'utf8'), patience).toMatch(/^sleep/);
    parent.stdio[3]!.destroy();
    const fields = async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
    await expect.poll(async () => (await fields())[0], patience).toBe('Z');
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    await writeFile(join(dataDir, 'launcher.lock'), `${pid} ${boot}:${(await fields())[19]}`);
    await expect(lockDataFolder(dataDir)).resolves.toBeTypeOf('function');
  } finally {
    parent.kill();
  }
}, 60_000);

test('a folder that cannot be created is refused with a sentence', async () => {
  await writeFile(join(dataDir, 'file'), '');
  await expect(lockDataFolder(join(dataDir, 'file', 'below'))).rejects.toThrow(CannotStart);
});

test('the master key has 32 bytes, is made once, and only its owner can read it', async () => {
  const [key] = await masterKeysIn(dataDir);
  expect(key).toHaveLength(32);
  expect(await masterKeysIn(dataDir)).toEqual([key]);
  expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
  expect((await readFile(join(dataDir, 'master.key'), 'utf8')).trim()).toBe(key.toString('base64'));
});

test('a new master key that the database refuses is not kept', async () => {
  await expect(masterKeysIn(dataDir, () => Promise.reject(new SettingsError('another key')))).rejects.toThrow(
    'another key',
  );
  await expect(stat(join(dataDir, 'master.key'))).rejects.toThrow('ENOENT');
});

// Fault: the message named the id of a key that the start had just made and thrown away.
test('a missing file of the master key is named where the database was made with one', async () => {
  const refused = masterKeysIn(dataDir, () => Promise.reject(new WrongMasterKey('has the id 1234')));
  await expect(refused).rejects.toThrow(`${join(dataDir, 'master.key')} is missing`);
  await expect(stat(join(dataDir, 'master.key'))).rejects.toThrow('ENOENT');
  const [key] = await masterKeysIn(dataDir);
  const wrong = masterKeysIn(dataDir, () => Promise.reject(new WrongMasterKey('has the id 1234')));
  await expect(wrong).rejects.toThrow('has the id 1234');
  expect(await masterKeysIn(dataDir)).toEqual([key]);
});

test('while the master key is changed the folder holds both, the new one first', async () => {
  const [before, after] = [randomBytes(32), randomBytes(32)];
  await writeFile(join(dataDir, 'master.key'), `${after.toString('base64')}\n`);
  await writeFile(join(dataDir, 'previous-master.key'), `${before.toString('base64')}\n`);
  expect(await masterKeysIn(dataDir)).toEqual([after, before]);
  await writeFile(join(dataDir, 'previous-master.key'), 'half a ke');
  await expect(masterKeysIn(dataDir)).rejects.toThrow('previous-master.key: is not a master key');
});

/** The data folder: one launcher at a time holds it, and it keeps the master keys. */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SettingsError } from 'service-kit/process/settings';
import { type MasterKeys, masterKeysOf } from 'service-kit/security/key-ring';
import { WrongMasterKey } from 'service-kit/security/master-keys';
import { writeSecretFile } from './secret-file.ts';
import { CannotStart } from './start-errors.ts';

const run = promisify(execFile);
const MASTER_KEY_BYTES = 32;
/** To take over a stale lock needs a few file operations. */
const TAKEOVER_MS = 5;

/**
 * Locks the folder and creates it when it is missing. The lock names a process and its start time, so a lock of a
 * killed launcher is recognised, also when another process has the same number now.
 * @returns unlocks the folder
 * @throws CannotStart when another process holds the lock, or the folder is not writable
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new CannotStart(`The data folder ${dataDir} cannot be written by this user: choose another with DATA_DIR.`, {
      cause: error,
    });
  }
  const lock = join(dataDir, 'launcher.lock');
  const taking = `${lock}.taking`;
  const mine = `${process.pid} ${await startOf(process.pid)}`;
  const claim = `${lock}.${randomUUID()}`;
  await writeFile(claim, mine, { mode: 0o600 });
  const unlock = (): Promise<void> => rm(lock, { force: true });
  try {
    for (;;) {
      if (await linked(claim, lock)) return unlock;
      const held = await contentOf(lock);
      if (held === undefined) continue;
      if (await isRunning(held))
        throw new CannotStart(
          `The data folder ${dataDir} is in use by process ${held.split(' ')[0]}: stop that one first, ` +
            'or choose another folder with DATA_DIR.',
        );
      // One of the processes that find a stale lock at once replaces it, and the others find the new lock.
      if (await linked(claim, taking)) {
        try {
          if ((await contentOf(lock)) !== held) continue;
          await rename(claim, lock);
          return unlock;
        } finally {
          await rm(taking, { force: true });
        }
      }
      const taker = await contentOf(taking);
      if (taker !== undefined && !(await isRunning(taker))) await rm(taking, { force: true });
      else await pause(TAKEOVER_MS);
    }
  } finally {
    await rm(claim, { force: true });
  }
}

/** Creates a link, which is atomic, unlike a write. @returns false where the name exists */
const linked = (file: string, name: string): Promise<boolean> =>
  link(file, name).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw new CannotStart(
        `The data folder ${dirname(name)} is on a file system without hard links, on which it cannot be locked: ` +
          'choose another with DATA_DIR.',
        { cause: error },
      );
    },
  );

const contentOf = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined);

/** @param holder process id and start, as a lock has them */
async function isRunning(holder: string): Promise<boolean> {
  const [pid = '', ...start] = holder.split(' ');
  const began = await startOf(Number(pid));
  return began !== '' && began === start.join(' ');
}

/**
 * When a process began, as the system counts it; empty when it does not run. A zombie has a number and a start time and
 * does not run. Zombies last under a first process of a container that never waits for its children.
 */
async function startOf(pid: number): Promise<string> {
  if (!Number.isInteger(pid) || pid <= 0) return '';
  if (process.platform !== 'linux') {
    const [state = '', ...start] = await run('ps', ['-p', String(pid), '-o', 'state=,lstart=']).then(
      ({ stdout }) => stdout.trim().split(/\s+/),
      () => [],
    );
    return state.startsWith('Z') ? '' : start.join(' ');
  }
  const [stat = '', boot = ''] = await Promise.all(
    [`/proc/${pid}/stat`, '/proc/sys/kernel/random/boot_id'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  // The name in field 2 may hold spaces and brackets. Field 3 is the state, field 22 the start in clock ticks since
  // boot.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', ticks] = [fields[0], fields[19]];
  return ticks && !ENDED.includes(state) ? `${boot.trim()}:${ticks}` : '';
}
/** States of `/proc/<pid>/stat`: zombie, and dead before the kernel removes the entry. */
const ENDED = ['Z', 'X', 'x'];

/** The files of the master keys in the data folder, each with one key in base64. */
export const masterKeyFile = (dataDir: string): string => join(dataDir, 'master.key');
/** There while the master key is changed. */
export const previousKeyFile = (dataDir: string): string => join(dataDir, 'previous-master.key');

/**
 * The master key, which wraps the patients' keys, and the one of before if there is one. The first key is made at the
 * first start and synced to disk before it is used: without it no chart can be read.
 * @param check runs before a new key is kept
 * @throws SettingsError when a file holds no key; and what `check` throws
 */
export async function masterKeysIn(
  dataDir: string,
  check: (keys: MasterKeys) => Promise<void> = async () => undefined,
): Promise<MasterKeys> {
  const kept = await keptMasterKeys(dataDir);
  const keys = kept ?? ([randomBytes(MASTER_KEY_BYTES)] as const);
  try {
    await check(keys);
  } catch (error) {
    if (kept || !(error instanceof WrongMasterKey)) throw error;
    throw new SettingsError(
      `${masterKeyFile(dataDir)} is missing, and this database was made with its key. Put the file back from your copy, ` +
        'set MASTER_KEY, or make it again from its printed parts (npm run keys -- restore-escrow). Nothing was changed.',
      { cause: error },
    );
  }
  if (!kept) await writeSecretFile(masterKeyFile(dataDir), keyFileText(keys[0]));
  return keys;
}

/** @returns the keys of the folder; undefined without a master key @throws SettingsError when a file holds no key */
export async function keptMasterKeys(dataDir: string): Promise<MasterKeys | undefined> {
  const key = await readKeyFile(masterKeyFile(dataDir));
  const previous = await readKeyFile(previousKeyFile(dataDir));
  return key && masterKeysOf({ MASTER_KEY: key, MASTER_KEY_PREVIOUS: previous });
}

/** @returns the keys of the settings, else those of the folder @throws SettingsError as `keptMasterKeys` */
export const masterKeysFor = async (
  dataDir: string,
  { MASTER_KEY, MASTER_KEY_PREVIOUS }: { MASTER_KEY?: Buffer | undefined; MASTER_KEY_PREVIOUS?: Buffer | undefined },
): Promise<MasterKeys | undefined> =>
  MASTER_KEY === undefined ? keptMasterKeys(dataDir) : masterKeysOf({ MASTER_KEY, MASTER_KEY_PREVIOUS });

export const keyFileText = (key: Buffer): string => `${key.toString('base64')}\n`;

async function readKeyFile(file: string): Promise<Buffer | undefined> {
  const text = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (text === '') return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length !== MASTER_KEY_BYTES)
    throw new SettingsError(`${file}: is not a master key, which is 32 bytes in base64.`);
  return key;
}

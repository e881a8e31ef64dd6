/** The data folder belongs to one launcher at a time, and keeps the key that the launcher made. */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** To take a stale lock over is a matter of some file operations. */
const TAKING_MS = 5;

export class InUse extends Error {
  override readonly name = 'InUse';
}

/**
 * Takes the folder, making it when it is not there. A lock that a killed launcher left behind is recognised: it names a
 * process and when that began, so that a process number given out again to a stranger does not count.
 * @returns gives the folder back
 * @throws InUse with a sentence that names the process that has it
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new InUse(`The data folder ${dataDir} cannot be written by this user: choose another with DATA_DIR.`, {
      cause: error,
    });
  }
  const lock = join(dataDir, 'launcher.lock');
  const taking = `${lock}.taking`;
  const mine = `${process.pid} ${await startOf(process.pid)}`;
  const claim = `${lock}.${randomUUID()}`;
  await writeFile(claim, mine, { mode: 0o600 });
  const giveBack = (): Promise<void> => rm(lock, { force: true });
  try {
    for (;;) {
      if (await linked(claim, lock)) return giveBack;
      const held = await contentOf(lock);
      if (held === undefined) continue;
      if (await isRunning(held))
        throw new InUse(
          `The data folder ${dataDir} is in use by process ${held.split(' ')[0]}: stop that one first, or choose another folder with DATA_DIR.`,
        );
      // Of those that find a stale lock at once, one puts its own in its place, and the others find that.
      if (await linked(claim, taking)) {
        try {
          if ((await contentOf(lock)) !== held) continue;
          await rename(claim, lock);
          return giveBack;
        } finally {
          await rm(taking, { force: true });
        }
      }
      const taker = await contentOf(taking);
      if (taker !== undefined && !(await isRunning(taker))) await rm(taking, { force: true });
      else await pause(TAKING_MS);
    }
  } finally {
    await rm(claim, { force: true });
  }
}

/** Unlike writing, a link is made as a whole or not at all. False where the name is taken. */
const linked = (file: string, name: string): Promise<boolean> =>
  link(file, name).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw new InUse(
        `The data folder ${dirname(name)} is on a file system without hard links, on which it cannot be locked: choose another with DATA_DIR.`,
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
 * When a process began, by the system's own count; empty when it does not run. One that ended but that its parent has
 * not asked for yet (a zombie, as under a container's first process that never asks) has a number and a start, and does
 * not run.
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
/** Zombie, and dead in the moments before the kernel forgets it. */
const ENDED = ['Z', 'X', 'x'];

/**
 * The key that wraps the patients' keys: without it no chart can be read, so it is made once, and synced to disk before
 * it is used.
 */
export async function keptMasterKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'master.key');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept) return kept;
  const key = randomBytes(32).toString('base64');
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return key;
}

/** The data folder belongs to one launcher at a time, and keeps the key that the launcher made. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export class InUse extends Error {
  override readonly name = 'InUse';
}

/**
 * Takes the folder, making it when it is not there. A lock that a killed launcher left behind is recognised: it names a process and when
 * that began, so that a process number given out again to a stranger does not count.
 * @returns gives the folder back
 * @throws InUse with a sentence that names the process that has it
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new InUse(`The data folder ${dataDir} cannot be written by this user: choose another with DATA_DIR.`, { cause: error });
  }
  const lock = join(dataDir, 'launcher.lock');
  const mine = `${process.pid} ${await startOf(process.pid)}`;
  const claim = `${lock}.${process.pid}`;
  await writeFile(claim, mine, { mode: 0o600 });
  try {
    for (;;) {
      // link is atomic and, unlike writing, never shows a half lock.
      if (await succeeds(link(claim, lock))) return () => rm(lock, { force: true });
      const held = await readFile(lock, 'utf8').catch(() => '');
      const [pid = '', ...start] = held.split(' ');
      if (held && (await startOf(Number(pid))) === start.join(' ')) throw new InUse(`The data folder ${dataDir} is in use by process ${pid}: stop that one first, or choose another folder with DATA_DIR.`);
      const stale = `${claim}.stale`;
      if (!(await succeeds(rename(lock, stale)))) continue;
      // Two launchers may have found the stale lock at once: one of them has now taken the other's new one away and puts it back.
      if ((await readFile(stale, 'utf8')) !== held) await succeeds(link(stale, lock));
      await rm(stale, { force: true });
    }
  } finally {
    await rm(claim, { force: true });
  }
}

/** When a process began, by the system's own count; empty when there is no such process. */
async function startOf(pid: number): Promise<string> {
  if (!Number.isInteger(pid) || pid <= 0) return '';
  if (process.platform !== 'linux') return run('ps', ['-p', String(pid), '-o', 'lstart=']).then(({ stdout }) => stdout.trim(), () => '');
  const [stat, boot] = await Promise.all([`/proc/${pid}/stat`, '/proc/sys/kernel/random/boot_id'].map((file) => readFile(file, 'utf8').catch(() => '')));
  // Field 22 is the start in clock ticks since boot; the name in field 2 may hold spaces and brackets.
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return ticks ? `${boot?.trim()}:${ticks}` : '';
}

const succeeds = (attempt: Promise<unknown>): Promise<boolean> => attempt.then(() => true, () => false);

/** The key that wraps the patients' keys: without it no chart can be read, so it is made once, and synced to disk before it is used. */
export async function keptMasterKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'master.key');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept) return kept;
  const key = randomBytes(32).toString('base64');
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return key;
}

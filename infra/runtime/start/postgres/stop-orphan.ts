/** Stops a Postgres that has survived a kill of launcher and keeper and still holds the data folder. */
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const STEP_MS = 50;
const FAST_MS = 10_000;
const IMMEDIATE_MS = 5_000;

/** @throws Error when the orphan cannot be stopped */
export async function stopOrphan(dataFolder: string): Promise<void> {
  const pidFile = join(dataFolder, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  if (!(await isPostgresOf(dataFolder, pid))) {
    // Another process may have the number now. Postgres would take that process for its predecessor.
    await rm(pidFile, { force: true });
    return;
  }
  for (const [signal, timeoutMs] of [
    ['SIGINT', FAST_MS],
    ['SIGQUIT', IMMEDIATE_MS],
  ] as const) {
    process.kill(pid, signal);
    for (let waited = 0; waited < timeoutMs; waited += STEP_MS) {
      if (!(await isPostgresOf(dataFolder, pid))) return;
      await wait(STEP_MS);
    }
  }
  throw new Error(`A Postgres that was left over (process ${pid}) still uses ${dataFolder} and does not stop.`);
}

/** True if the process exists and was started with `-D dataFolder`. */
async function isPostgresOf(dataFolder: string, pid: number): Promise<boolean> {
  const words =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').then(
          (line) => line.split('\0').join(' '),
          () => '',
        )
      : await run('ps', ['-p', String(pid), '-o', 'args=']).then(
          ({ stdout }) => stdout.trim(),
          () => '',
        );
  return words.includes(` -D ${dataFolder} `);
}

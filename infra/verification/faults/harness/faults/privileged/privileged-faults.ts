/** Faults that need root or a tool: at the exact fsync, on a full disk, with a wrong clock. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultyService } from '../../fault.ts';
import { childrenOf, runningPid } from '../process-faults.ts';
import type { Scene } from '../scene.ts';
import { lasts, within } from '../waiting.ts';

const TRACED_MS = 15_000;
const FILL_BYTES = 16 * 1_048_576;

/**
 * Traces all processes of Postgres until one of them has come to its nth fsync, where it is killed, or told that the
 * disk has failed. Postgres then ends all of its processes and recovers.
 * @throws Error if none came that far
 */
export async function atSync(scene: Scene, how: 'killed' | 'EIO', nth: number): Promise<string> {
  const postmaster = await runningPid(scene, 'postgres');
  const pids = [postmaster, ...(await childrenOf(postmaster))];
  const folder = await mkdtemp(join(tmpdir(), 'faults-trace-'));
  const output = join(folder, 'trace');
  const injected = how === 'killed' ? 'signal=KILL' : 'error=EIO';
  const tracer = spawn(
    'strace',
    [
      '-f',
      '-qq',
      '-o',
      output,
      '-e',
      'trace=fsync,fdatasync',
      '-e',
      `inject=fsync,fdatasync:${injected}:when=${nth}`,
      ...pids.flatMap((pid) => ['-p', String(pid)]),
    ],
    { stdio: 'ignore' },
  );
  const ended = once(tracer, 'exit');
  try {
    const hit = await within(TRACED_MS, async () => {
      if (scene.stopping.aborted) return false;
      const text = await readFile(output, 'utf8');
      return /INJECTED|killed by SIGKILL/.test(text) ? true : undefined;
    });
    if (!hit) throw new Error(`No process of Postgres came to its fsync number ${nth}`);
    return `${how} at fsync ${nth} of one of ${pids.length} processes`;
  } finally {
    // It lets the traced processes go.
    tracer.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fills the small disk of the data folder to the last block. */
export async function fillDisk({ privileges, stopping }: Scene, seconds: number): Promise<string> {
  const { disk } = privileges;
  if (disk === undefined) throw new Error('There is no small disk');
  const path = join(disk, 'filler');
  const file = await open(path, 'w');
  let written = 0;
  try {
    for (let size = FILL_BYTES; size >= 4_096;) {
      const { bavail, bsize } = await statfs(disk);
      size = Math.min(size, bavail * bsize);
      if (size < 4_096) break;
      const part = await file.write(Buffer.alloc(size)).catch(() => undefined);
      if (!part) break;
      written += part.bytesWritten;
    }
    await lasts(seconds, stopping);
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
  return `${Math.round(written / 1_048_576)} MB written, no block left`;
}

export async function jumpClock(
  { privileges, stopping }: Scene,
  service: FaultyService,
  { jumpSeconds, seconds }: { jumpSeconds: number; seconds: number },
): Promise<string> {
  if (privileges.clocks === undefined) throw new Error('There is no clock to change');
  const path = join(privileges.clocks, service);
  await setClock(path, jumpSeconds);
  try {
    await lasts(seconds, stopping);
  } finally {
    await setClock(path, 0);
  }
  return `${jumpSeconds} s wrong for ${seconds} s`;
}

/** Overwrites the number in place: a process has the file in its memory. */
async function setClock(path: string, seconds: number): Promise<void> {
  const number = Buffer.alloc(8);
  number.writeBigInt64LE(BigInt(seconds));
  await writeFile(path, number, { flag: 'r+' });
}

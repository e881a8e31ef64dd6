/** The needs of faults that not every machine meets: tracing of system calls, a small disk, another clock. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../../test/started-program.ts';
import { type FaultClass, faultyServices } from '../../fault.ts';

const run = promisify(execFile);
/** The disk of the data folder: enough for the database, its write-ahead log and the run's images. */
const DISK_MB = 1_500;
/** A clock file holds one number of 64 bits. */
const CLOCK_BYTES = 8;

export interface Privileges {
  readonly classes: readonly FaultClass[];
  /** Sentences: which classes are not here, and why. */
  readonly leftOut: readonly string[];
  /** Variables of the product's services. */
  readonly env: NodeJS.ProcessEnv;
  /** The data folder on the small disk. */
  readonly disk: string | undefined;
  /** A file for each service with the seconds that its clock is wrong. */
  readonly clocks: string | undefined;
  close(): Promise<void>;
}

export const noPrivileges: Privileges = {
  classes: [],
  leftOut: [],
  env: {},
  disk: undefined,
  clocks: undefined,
  close: async () => undefined,
};

/** Tries everything once. */
export async function openPrivileges(): Promise<Privileges> {
  const folder = await mkdtemp(join(tmpdir(), 'faults-privileged-'));
  const classes: FaultClass[] = [];
  const leftOut: string[] = [];
  const attempt = async <Made>(names: readonly FaultClass[], make: () => Promise<Made>): Promise<Made | undefined> => {
    try {
      const made = await make();
      classes.push(...names);
      return made;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const why = code === 'ENOENT' ? 'a program is missing' : (message.split('\n')[0] ?? '');
      leftOut.push(`left out: ${names.join(', ')} (${why})`);
      return undefined;
    }
  };
  await attempt(['kill-at-sync', 'sync-error'], () => run('strace', ['-e', 'trace=none', 'true']));
  const disk = await attempt(['full-disk'], () => mountSmallDisk(folder));
  const clocks = await attempt(['clock'], () => makeClocks(folder));
  return {
    classes,
    leftOut,
    env: {
      ...(clocks !== undefined && { LD_PRELOAD: clocks.library, FAULTS_CLOCKS: clocks.files }),
      // The default is a third of the small disk.
      ...(disk !== undefined && { DISK_RESERVE_MB: '50' }),
    },
    disk,
    clocks: clocks?.files,
    async close() {
      if (disk !== undefined) await run('umount', [disk]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function mountSmallDisk(folder: string): Promise<string> {
  const disk = await mkdtemp(join(folder, 'disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk]);
  return disk;
}

async function makeClocks(folder: string): Promise<{ library: string; files: string }> {
  const files = await mkdtemp(join(folder, 'clocks-'));
  const library = join(folder, 'clock.so');
  const source = join(root, 'infra/verification/faults/harness/faults/privileged/clock.c');
  await run('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']);
  for (const service of faultyServices) await writeFile(join(files, service), Buffer.alloc(CLOCK_BYTES));
  return { library, files };
}

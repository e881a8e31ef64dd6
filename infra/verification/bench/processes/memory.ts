/** Memory of processes from the kernel's accounting (proc(5)), in megabytes of 2^20 bytes: Linux only. */
import { readFile, writeFile } from 'node:fs/promises';
import { type NamedProcess, processTree } from './process-tree.ts';

/** A field of kilobytes, in megabytes. Zero for a process that has just ended. */
async function megabytes(pid: number, file: string, field: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1024;
}

/**
 * The proportional set size by name, of each process and those that it has started: each shared page is divided among
 * the processes that have it, so that sums count each page once.
 */
export async function memoryOf(processes: readonly NamedProcess[]): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>(processes.map(({ name }) => [name, 0]));
  await Promise.all(
    (await processTree(processes)).map(async ({ owner, pid }) => {
      if (owner === undefined) return;
      const pss = await megabytes(pid, 'smaps_rollup', 'Pss');
      sums.set(owner, (sums.get(owner) ?? 0) + pss);
    }),
  );
  return sums;
}

/** Resident memory of one process, now. */
export const residentOf = (pid: number): Promise<number> => megabytes(pid, 'status', 'VmRSS');

/** The most resident memory of one process since its start, or since `resetPeak`. */
export const peakOf = (pid: number): Promise<number> => megabytes(pid, 'status', 'VmHWM');

export const resetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

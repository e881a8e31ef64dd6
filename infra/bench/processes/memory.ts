/** Memory of processes from the kernel's accounting (proc(5), "smaps_rollup"): Linux only. */
import { readFile } from 'node:fs/promises';
import { type NamedProcess, processTree } from './process-tree.ts';

/** Megabytes of 2^20 bytes. */
export interface Memory {
  /** Proportional set size: each shared page is divided among the processes that have it. Sums count each page once. */
  readonly pss: number;
  /** Resident set size: with all of each shared page. */
  readonly rss: number;
}

const BYTES_PER_MB = 2 ** 20;

/** @returns by name, the sum of each process and those that it has started */
export async function memoryOf(processes: readonly NamedProcess[]): Promise<ReadonlyMap<string, Memory>> {
  const sums = new Map<string, Memory>(processes.map(({ name }) => [name, { pss: 0, rss: 0 }]));
  await Promise.all(
    (await processTree(processes)).map(async ({ owner, pid }) => {
      if (owner === undefined) return;
      // Empty for a process that has just ended.
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
      const mb = (field: string): number =>
        (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) * 1024) / BYTES_PER_MB;
      const { pss, rss } = sums.get(owner) ?? { pss: 0, rss: 0 };
      sums.set(owner, { pss: pss + mb('Pss'), rss: rss + mb('Rss') });
    }),
  );
  return sums;
}

/** CPU time of processes from the kernel's accounting (proc(5), "stat"): Linux only. */
import { readdir, readFile } from 'node:fs/promises';

/** `getconf CLK_TCK` is 100 on every Linux that Node runs on. */
const MS_PER_TICK = 10;

export interface NamedProcess {
  readonly name: string;
  readonly pid: number;
}

interface Usage {
  readonly parent: number;
  /** Of itself, and of its children that have ended. */
  readonly ms: number;
}

/**
 * Runs `work` and accounts for it.
 * @returns by name: the milliseconds of CPU that each process used meanwhile, with the processes that it has started,
 * living or ended. A process that has a name of its own does not count for its parent.
 */
export async function cpuTimeOf(
  processes: readonly NamedProcess[],
  work: () => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  const before = await usageOf(processes);
  await work();
  const after = await usageOf(processes);
  return new Map(processes.map(({ name }) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)]));
}

async function usageOf(processes: readonly NamedProcess[]): Promise<ReadonlyMap<string, number>> {
  const usages = await allUsages();
  const nameOf = new Map(processes.map(({ name, pid }) => [pid, name]));
  const sums = new Map<string, number>();
  for (const [pid, { ms }] of usages) {
    let owner: number | undefined = pid;
    while (owner !== undefined && !nameOf.has(owner)) owner = usages.get(owner)?.parent;
    const name = owner === undefined ? undefined : nameOf.get(owner);
    if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + ms);
  }
  return sums;
}

async function allUsages(): Promise<ReadonlyMap<number, Usage>> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)));
  return new Map(
    pids.flatMap((pid, index) => {
      const stat = stats[index];
      if (stat === undefined) return [];
      // The second field is the program's name in brackets, which may hold blanks. After it comes the third.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const field = (number: number): number => Number(fields[number - 3]);
      const ticks = field(14) + field(15) + field(16) + field(17);
      return [[Number(pid), { parent: field(4), ms: ticks * MS_PER_TICK }] as const];
    }),
  );
}

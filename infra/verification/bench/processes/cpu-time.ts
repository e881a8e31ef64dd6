/** CPU time of processes from the kernel's accounting (proc(5), "stat"): Linux only. */
import { sumOf } from '../figures.ts';
import { type NamedProcess, processTree } from './process-tree.ts';

/** Milliseconds of CPU by the name of a process, with the processes that it has started. */
export type CpuTime = ReadonlyMap<string, number>;

/** Runs `work` and accounts for it. A process that has a name of its own does not count for its parent. */
export async function cpuTimeOf(processes: readonly NamedProcess[], work: () => Promise<void>): Promise<CpuTime> {
  const before = await usageOf(processes);
  await work();
  const after = await usageOf(processes);
  return new Map(processes.map(({ name }) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)]));
}

export const totalOf = (cpu: CpuTime): number => sumOf(cpu.values());

async function usageOf(processes: readonly NamedProcess[]): Promise<CpuTime> {
  const sums = new Map<string, number>();
  for (const { owner, cpuMs } of await processTree(processes))
    if (owner !== undefined) sums.set(owner, (sums.get(owner) ?? 0) + cpuMs);
  return sums;
}

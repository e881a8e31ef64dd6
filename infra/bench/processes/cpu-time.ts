/** CPU time of processes from the kernel's accounting (proc(5), "stat"): Linux only. */
import { type NamedProcess, processTree } from './process-tree.ts';

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
  const sums = new Map<string, number>();
  for (const { owner, cpuMs } of await processTree(processes))
    if (owner !== undefined) sums.set(owner, (sums.get(owner) ?? 0) + cpuMs);
  return sums;
}

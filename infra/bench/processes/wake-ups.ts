/** How often processes begin to run after they have waited, from the kernel's accounting (proc(5)): Linux only. */
import { readdir, readFile } from 'node:fs/promises';
import { type NamedProcess, processTree } from './process-tree.ts';

/** By thread. */
export type WakeUps = ReadonlyMap<string, { readonly owner: string; readonly count: number }>;

/** Since the start of each thread, of the processes and those that they have started. */
export async function readWakeUps(processes: readonly NamedProcess[]): Promise<WakeUps> {
  const wakeUps = new Map<string, { owner: string; count: number }>();
  await Promise.all(
    (await processTree(processes)).map(async ({ owner, pid }) => {
      if (owner === undefined) return;
      const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
      await Promise.all(
        threads.map(async (thread) => {
          const status = await readFile(`/proc/${pid}/task/${thread}/status`, 'utf8').catch(() => '');
          const count = Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
          wakeUps.set(`${pid}/${thread}`, { owner, count });
        }),
      );
    }),
  );
  return wakeUps;
}

/** By name, of the threads that run after the time: those of threads that have ended meanwhile are not known. */
export function wakeUpsBetween(before: WakeUps, after: WakeUps): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [thread, { owner, count }] of after)
    sums.set(owner, (sums.get(owner) ?? 0) + count - (before.get(thread)?.count ?? 0));
  return sums;
}

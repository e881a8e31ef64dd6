/** Faults of the product's processes: signals. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pidOf, processesOf } from '../../convergence/killing.ts';
import type { Scene } from './scene.ts';
import { lasts, within } from './waiting.ts';

export const faultyServices = processesOf.separate;
type FaultyService = (typeof faultyServices)[number];

/** A service may wait for others that were killed before, each with growing pauses between its starts. */
const RUNS_MS = 120_000;

/** @throws Error if the service does not run within the limit */
async function runningPid({ environment: { product } }: Scene, service: FaultyService): Promise<number> {
  const pid = await within(RUNS_MS, () => pidOf(product, service));
  if (pid === undefined) throw new Error(`${service} does not run`);
  return pid;
}

/** Sends the signal, and resolves when another process of the service runs. */
export async function endByForce(scene: Scene, service: FaultyService, signal: 'SIGKILL' | 'SIGQUIT'): Promise<string> {
  const before = await runningPid(scene, service);
  process.kill(before, signal);
  await replaced(scene, service, before);
  return `${signal} to ${before}`;
}

/** As an update does it: the next process takes over before this one ends. */
export async function restart(scene: Scene, service: FaultyService): Promise<string> {
  const before = await runningPid(scene, service);
  const began = performance.now();
  process.kill(before, 'SIGTERM');
  // It answers until its successor has opened all that it needs.
  const isGone = await within(RUNS_MS, async () => (existsSync(`/proc/${before}`) ? undefined : true));
  if (!isGone)
    scene.findings.push({ checker: 'processes', says: `${service} has not ended ${RUNS_MS / 1_000} s after SIGTERM` });
  await replaced(scene, service, before);
  return `SIGTERM to ${before}, replaced after ${Math.round(performance.now() - began)} ms`;
}

/** Resolves when another process of the service runs. Otherwise that is a finding. */
async function replaced({ environment, findings }: Scene, service: FaultyService, before: number): Promise<void> {
  const after = await within(RUNS_MS, async () => {
    const now = await pidOf(environment.product, service);
    return now === before ? undefined : now;
  });
  if (after === undefined)
    findings.push({ checker: 'processes', says: `${service} does not run ${RUNS_MS / 1_000} s after its end` });
}

/** Stops the process with its children and lets them go on. A process that was killed meanwhile stays so. */
export async function stopFor(scene: Scene, service: FaultyService, seconds: number): Promise<string> {
  const first = await runningPid(scene, service);
  const pids = [first, ...(await childrenOf(first))];
  const signal = (name: 'SIGSTOP' | 'SIGCONT'): void => {
    for (const pid of pids)
      try {
        process.kill(pid, name);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
  };
  signal('SIGSTOP');
  try {
    await lasts(seconds, scene.stopping);
  } finally {
    signal('SIGCONT');
  }
  return `${pids.length} processes stopped`;
}

/** Linux: proc(5), "/proc/pid/task/tid/children". */
async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return list.split(' ').filter(Boolean).map(Number);
}

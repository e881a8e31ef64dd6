/** The resident memory of processes (Linux: /proc). */
import { readFile } from 'node:fs/promises';

const EVERY_MS = 50;

/** @returns the megabytes by which the processes together grew above their start, at most, while `work` ran */
export async function growthOf(pids: readonly number[], work: () => Promise<void>): Promise<number> {
  const before = await residentOf(pids);
  let most = before;
  const timer = setInterval(() => void residentOf(pids).then((now) => (most = Math.max(most, now))), EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(most, await residentOf(pids)) - before;
}

async function residentOf(pids: readonly number[]): Promise<number> {
  const statuses = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')));
  return statuses.reduce((sum, status) => sum + Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024, 0);
}

/** CPU and peak memory of a command that runs to its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { cpuTimeOf } from '../processes/cpu-time.ts';
import type { Engines } from './engines.ts';

export interface Spent {
  readonly seconds: number;
  /** Milliseconds by process: Node, Postgres, event log. */
  readonly cpuMs: ReadonlyMap<string, number>;
}

/** @param work starts processes and waits for their end: these count as Node */
export async function spent({ processes }: Engines, work: () => Promise<void>): Promise<Spent> {
  const own = process.cpuUsage();
  const begun = performance.now();
  const cpuMs = new Map(await cpuTimeOf([...processes, { name: 'Node', pid: process.pid }], work));
  const seconds = (performance.now() - begun) / 1_000;
  const { user, system } = process.cpuUsage(own);
  cpuMs.set('Node', (cpuMs.get('Node') ?? 0) - (user + system) / 1_000);
  return { seconds, cpuMs };
}

export const cpuOf = ({ cpuMs }: Spent, events: number): string =>
  [...cpuMs].map(([name, ms]) => `${name} ${(ms / events).toFixed(3)}`).join(', ');

/** Runs a built program of this repository. @param onLine of its standard error @throws Error when it fails */
export async function run(
  program: string,
  nodeOptions: readonly string[],
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void,
): Promise<void> {
  const path = fileURLToPath(new URL(`../../../../${program}`, import.meta.url));
  const child = spawn(process.execPath, [...nodeOptions, path], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  createInterface({ input: child.stderr }).on('line', onLine);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}`);
}

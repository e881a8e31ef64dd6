/** The processes of what a benchmark measures, from the kernel's accounting (proc(5)): Linux only. */
import { readdir, readFile } from 'node:fs/promises';
import type { Product } from '../../test/product.ts';

/** `getconf CLK_TCK` is 100 on every Linux that Node runs on. */
const MS_PER_TICK = 10;
/** One of the layouts has the first, the other the last four (`PROCESSES`). */
const SERVICES = ['product', 'event-log', 'command-api', 'projections', 'query-api', 'gateway'];

/** It stands for the processes that it has started as well, unless they have a name of their own. */
export interface NamedProcess {
  readonly name: string;
  readonly pid: number;
}

/** The launcher, its services, and the engines. @param engines without those that the launcher has started */
export async function processesOf(product: Product, engines: readonly NamedProcess[] = []): Promise<NamedProcess[]> {
  const hasPostgres = engines.some(({ name }) => name === 'Postgres');
  const children = await Promise.all(
    [...SERVICES, ...(hasPostgres ? [] : ['postgres'])].map(async (service) => ({
      name: service === 'postgres' ? 'Postgres' : service,
      pid: await product.processOf(service).catch(() => undefined),
    })),
  );
  return [
    { name: 'launcher', pid: product.pid },
    ...children.flatMap(({ name, pid }) => (pid === undefined ? [] : [{ name, pid }])),
    ...engines,
  ];
}

export interface ProcessState {
  /** The name of the process that stands for it; undefined for all others on this machine. */
  readonly owner: string | undefined;
  readonly pid: number;
  /** Milliseconds of CPU of itself, and of its children that have ended. */
  readonly cpuMs: number;
}

/** All processes of this machine. */
export async function processTree(processes: readonly NamedProcess[]): Promise<readonly ProcessState[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)));
  const states = new Map(
    pids.flatMap((pid, index) => {
      const stat = stats[index];
      if (stat === undefined) return [];
      // The second field is the program's name in brackets, which may hold blanks. After it comes the third.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const field = (number: number): number => Number(fields[number - 3]);
      const ticks = field(14) + field(15) + field(16) + field(17);
      return [[Number(pid), { parent: field(4), cpuMs: ticks * MS_PER_TICK }] as const];
    }),
  );
  const nameOf = new Map(processes.map(({ name, pid }) => [pid, name]));
  return [...states].map(([pid, { cpuMs }]) => {
    let owner: number | undefined = pid;
    while (owner !== undefined && !nameOf.has(owner)) owner = states.get(owner)?.parent;
    return { owner: owner === undefined ? undefined : nameOf.get(owner), pid, cpuMs };
  });
}

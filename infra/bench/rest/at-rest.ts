/** What processes cost in a time in which no one uses them. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { cpuTimeOf } from '../processes/cpu-time.ts';
import { memoryOf } from '../processes/memory.ts';
import type { NamedProcess } from '../processes/process-tree.ts';
import { readWakeUps, wakeUpsBetween } from '../processes/wake-ups.ts';

export interface ProcessAtRest {
  readonly name: string;
  readonly percentOfCore: number;
  /** Times a second that a thread began to run after it had waited. */
  readonly wakeUps: number;
  /** Megabytes. */
  readonly pss: number;
  readonly rss: number;
}

export interface Rest {
  readonly processes: readonly ProcessAtRest[];
  /** A second, of all databases of the server; undefined without a server. */
  readonly transactions: number | undefined;
}

/**
 * Memory is read at the end, while no connection of the benchmark is open: one costs some megabytes.
 * @param databaseUrl of the server whose transactions count
 */
export async function atRest(options: {
  processes: readonly NamedProcess[];
  databaseUrl?: string;
  seconds: number;
}): Promise<Rest> {
  const { processes, databaseUrl, seconds } = options;
  const begin = await transactionsOf(databaseUrl);
  const wakeUpsBefore = await readWakeUps(processes);
  const started = performance.now();
  const cpu = await cpuTimeOf(processes, () => pause(seconds * 1_000));
  const ms = performance.now() - started;
  const wakeUps = wakeUpsBetween(wakeUpsBefore, await readWakeUps(processes));
  const memory = await memoryOf(processes);
  const end = await transactionsOf(databaseUrl);
  return {
    processes: processes.map(({ name }) => ({
      name,
      percentOfCore: (100 * (cpu.get(name) ?? 0)) / ms,
      wakeUps: (wakeUps.get(name) ?? 0) / (ms / 1_000),
      ...(memory.get(name) ?? { pss: 0, rss: 0 }),
    })),
    transactions: begin === undefined || end === undefined ? undefined : (end - begin) / (ms / 1_000),
  };
}

export const totalOf = (processes: readonly ProcessAtRest[]): ProcessAtRest => {
  const sum = (of: (process: ProcessAtRest) => number): number =>
    processes.reduce((total, process) => total + of(process), 0);
  return {
    name: 'all',
    percentOfCore: sum(({ percentOfCore }) => percentOfCore),
    wakeUps: sum(({ wakeUps }) => wakeUps),
    pss: sum(({ pss }) => pss),
    rss: sum(({ rss }) => rss),
  };
};

/** Connects for the question alone. A backend reports its transactions when it ends, or a second after its last one. */
async function transactionsOf(databaseUrl: string | undefined): Promise<number | undefined> {
  if (databaseUrl === undefined) return undefined;
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ transactions: string }>(
      'select sum(xact_commit + xact_rollback) as transactions from pg_stat_database',
    );
    return Number(rows[0]?.transactions);
  } finally {
    await client.end();
  }
}

/** The cost of processes in a time in which no one uses them. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { line, sumOf } from '../figures.ts';
import { cpuTimeOf, totalOf } from '../processes/cpu-time.ts';
import { memoryOf } from '../processes/memory.ts';
import type { NamedProcess } from '../processes/process-tree.ts';

export interface Rest {
  readonly percentOfCore: number;
  /** Megabytes of proportional set size. */
  readonly pssMb: number;
  /** A second, of all databases of the server; 0 without a server. */
  readonly transactions: number;
}

/**
 * Measures and prints. Memory is read at the end, while no connection of the benchmark is open: one costs some
 * megabytes.
 * @param databaseUrl of the server whose transactions count
 */
export async function atRest(
  title: string,
  { processes, databaseUrl, seconds }: { processes: readonly NamedProcess[]; databaseUrl?: string; seconds: number },
): Promise<Rest> {
  const begin = await transactionsOf(databaseUrl);
  const started = performance.now();
  const cpu = await cpuTimeOf(processes, () => pause(seconds * 1_000));
  const ms = performance.now() - started;
  const memory = await memoryOf(processes);
  const end = await transactionsOf(databaseUrl);

  const percentOfCore = (cpuMs: number): number => (100 * cpuMs) / ms;
  const print = (name: string, cpuMs: number, mb: number): void =>
    console.log(line(`  ${name}`, percentOfCore(cpuMs).toFixed(2), mb.toFixed(1)));
  console.log(line(title, '% of core', 'PSS MB'));
  for (const { name } of processes) print(name, cpu.get(name) ?? 0, memory.get(name) ?? 0);
  const [cpuMs, pssMb] = [totalOf(cpu), sumOf(memory.values())];
  if (processes.length > 1) print('all', cpuMs, pssMb);
  const transactions = (end - begin) / (ms / 1_000);
  if (databaseUrl !== undefined) console.log(line('  transactions a second', transactions.toFixed(2)));
  return { percentOfCore: percentOfCore(cpuMs), pssMb, transactions };
}

/** Connects for the question alone. A backend reports its transactions when it ends, or a second after its last one. */
async function transactionsOf(databaseUrl: string | undefined): Promise<number> {
  if (databaseUrl === undefined) return 0;
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

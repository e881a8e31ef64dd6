/**
 * `npm run bench:rest`: what the product costs while no one uses it. Transactions a second, CPU of a core and memory, by
 * process, beside a bare Postgres and a bare Node process in the same run. Starts the whole product with demo data on a
 * temporary folder.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from 'service-kit/process/logger';
import { freePort } from 'service-kit/process/free-port';
import { DATABASE, startPostgres } from '../../start/postgres/embedded-postgres.ts';
import { startProduct } from '../../test/product.ts';
import { type NamedProcess, processesOf } from '../processes/process-tree.ts';
import { atRest, type Rest, totalOf } from './at-rest.ts';

/** `BENCH_SECONDS`: how long each is measured. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
/**
 * `BENCH_SETTLE`: seconds from the end of the start until the measuring. What follows a start is over by then: V8 collects
 * the garbage of the start once, after about 90 s.
 */
const SETTLE = Number(process.env['BENCH_SETTLE'] ?? 120);
const TARGET = { transactions: 5, percentOfCore: 1, pssMb: 400 };
const TIMER = 'setInterval(() => undefined, 1_000)';

/** A Node process with one timer that fires each second. */
async function bareNode(node: string): Promise<Rest> {
  const child = spawn(node, ['-e', TIMER], { stdio: 'ignore' });
  try {
    await pause(1_000);
    return await atRest({ processes: [{ name: 'bare Node', pid: child.pid ?? 0 }], seconds: SECONDS });
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

/** The embedded Postgres without a client. */
async function barePostgres(dataDir: string): Promise<Rest> {
  const server = await startPostgres({ dataDir, port: await freePort(), logger: createLogger('postgres', 'warn') });
  try {
    await server.ensureDatabase(DATABASE);
    const [postmaster] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
    const processes: NamedProcess[] = [{ name: 'bare Postgres', pid: Number(postmaster) }];
    await pause(5_000);
    return await atRest({ processes, databaseUrl: server.url(DATABASE), seconds: SECONDS });
  } finally {
    await server.stop();
  }
}

async function product(dataDir: string, node: string): Promise<Rest> {
  const running = await startProduct({
    dataDir,
    node,
    env: { SEED: 'demo', LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' },
  });
  try {
    const { DATABASE_URL: databaseUrl } = JSON.parse(
      await readFile(path.join(dataDir, 'connections.json'), 'utf8'),
    ) as { DATABASE_URL: string };
    await pause(SETTLE * 1_000);
    return await atRest({ processes: await processesOf(running), databaseUrl, seconds: SECONDS });
  } finally {
    await running.stop();
  }
}

const fixed = (value: number, digits: number): string => value.toFixed(digits).padStart(10);
function print(title: string, { processes, transactions }: Rest): void {
  console.log(`\n${title}`);
  console.log(
    `${''.padEnd(18)}${['% of core', 'wake-ups/s', 'PSS MB', 'RSS MB'].map((of) => of.padStart(11)).join('')}`,
  );
  const line = (name: string, { percentOfCore, wakeUps, pss, rss }: Rest['processes'][number]): void =>
    console.log(
      `  ${name.padEnd(16)}${fixed(percentOfCore, 2)} ${fixed(wakeUps, 1)} ${fixed(pss, 1)} ${fixed(rss, 1)}`,
    );
  for (const each of processes) line(each.name, each);
  if (processes.length > 1) line('all', totalOf(processes));
  if (transactions !== undefined) console.log(`  transactions    ${fixed(transactions, 2)} a second`);
}

const verdict = (what: string, measured: number, target: number, unit: string): boolean => {
  const isReached = measured <= target;
  console.log(
    `${isReached ? 'reached' : 'MISSED '}  ${what}: ${measured.toFixed(2)} ${unit}, to reach ${target} ${unit}`,
  );
  return isReached;
};

async function measure(): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clinical-pharmacy-bench-'));
  try {
    console.log(
      `${cpus().length} cores, Node ${process.version}, load before the run ${(loadavg()[0] ?? 0).toFixed(2)}; ` +
        `${SECONDS} s each, the product ${SETTLE} s after its first start with demo data`,
    );
    // A copy: with the same program as this benchmark, both would share its pages and each count for half of them.
    const node = path.join(folder, 'node');
    await copyFile(process.execPath, node);
    print('Node with one timer a second', await bareNode(node));
    print('Postgres without a client', await barePostgres(path.join(folder, 'bare')));
    const rest = await product(path.join(folder, 'data'), node);
    print('the product', rest);
    const all = totalOf(rest.processes);
    console.log('');
    return [
      verdict('transactions', rest.transactions ?? 0, TARGET.transactions, 'a second'),
      verdict('CPU', all.percentOfCore, TARGET.percentOfCore, '% of a core'),
      verdict('memory', all.pss, TARGET.pssMb, 'MB of proportional set size'),
    ].every(Boolean);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (!(await measure())) process.exitCode = 1;

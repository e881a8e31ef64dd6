/** The rebuild, and the dispatcher that comes back after it was away for the whole log: their time, CPU and memory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from 'service-kit/process/free-port';
import { root } from '../../test/started-program.ts';
import { type CpuTime, cpuTimeOf } from '../processes/cpu-time.ts';
import { peakOf } from '../processes/memory.ts';
import type { LogEngines } from './engines.ts';

export interface Spent {
  readonly seconds: number;
  /** Milliseconds by process: Node, Postgres, event log. */
  readonly cpuMs: CpuTime;
  /** The most resident memory of Node. */
  readonly peakMb: number;
}

const LOOK_MS = 200;
const MAX_MS = 3_600_000;

/** Runs `npm run rebuild`, which prints its phases. @throws Error when the rows differ or the command fails */
export function measureRebuild(engines: LogEngines): Promise<Spent> {
  const options = ['--max-semi-space-size=32', '--initial-old-space-size=128', '--heap-growing-percent=50'];
  return spentBy(engines, 'projections/dist/rebuild.js', options, {}, async (child) => {
    let peakMb = 0;
    const ended = once(child, 'exit');
    while (child.exitCode === null && child.signalCode === null) {
      peakMb = Math.max(peakMb, await peakOf(child.pid ?? 0));
      await Promise.race([ended, pause(LOOK_MS)]);
    }
    if (child.exitCode !== 0) throw new Error('The rebuild failed');
    return peakMb;
  });
}

/** Removes the read models, starts the service, and waits until every stream has its rows, those of the audit too. */
export async function measureAbsence(engines: LogEngines): Promise<Spent> {
  for (const schema of ['read_v1', 'read_next', 'read_old', 'reading', 'bullmq'])
    await engines.pool.query(`drop schema if exists ${schema} cascade`);
  const env = { HOST: '127.0.0.1', PORT: String(await freePort()), LOG_LEVEL: 'error' };
  return spentBy(engines, 'projections/dist/main.js', ['--max-semi-space-size=16'], env, async (child) => {
    const ended = once(child, 'exit');
    try {
      const deadline = performance.now() + MAX_MS;
      while (!(await isCaughtUp(engines))) {
        if (child.exitCode !== null) throw new Error('The service has ended');
        if (performance.now() > deadline) throw new Error('The service has not caught up within an hour');
        await pause(LOOK_MS);
      }
      return await peakOf(child.pid ?? 0);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  });
}

/** @param work waits for the end of the program, which counts as Node @returns its peak of memory in MB */
async function spentBy(
  { env, processes }: LogEngines,
  program: string,
  options: readonly string[],
  more: NodeJS.ProcessEnv,
  work: (child: ChildProcess) => Promise<number>,
): Promise<Spent> {
  let peakMb = 0;
  const own = process.cpuUsage();
  const begun = performance.now();
  const cpuMs = new Map(
    await cpuTimeOf([...processes, { name: 'Node', pid: process.pid }], async () => {
      const child = spawn(process.execPath, ['--disable-warning=DEP0123', ...options, join(root, program)], {
        env: { ...env, ...more },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      peakMb = await work(child);
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  const { user, system } = process.cpuUsage(own);
  cpuMs.set('Node', (cpuMs.get('Node') ?? 0) - (user + system) / 1_000);
  return { seconds, cpuMs, peakMb };
}

async function isCaughtUp({ pool }: LogEngines): Promise<boolean> {
  const { rows: there } = await pool.query<{ there: boolean }>(
    `select to_regclass('read_v1.dispatcher_position') is not null as there`,
  );
  if (!there[0]?.there) return false;
  const { rows: place } = await pool.query<{ isAtEnd: boolean }>(
    `select commit = (select max(position) from event_log.event) as "isAtEnd" from read_v1.dispatcher_position`,
  );
  if (!place[0]?.isAtEnd) return false;
  const { rows } = await pool.query<{ behind: boolean }>(
    `select exists (
       select from read_v1.stream_head h
       left join read_v1.projection_checkpoint c using (stream)
       where coalesce(c.revision, -1) < h.revision
     ) or (select count(*) from read_v1.stream_head where stream ~ '^(admission|patient)-') >
          (select count(*) from read_v1.projection_checkpoint where projection = 'audit') as behind`,
  );
  return rows[0]?.behind === false;
}

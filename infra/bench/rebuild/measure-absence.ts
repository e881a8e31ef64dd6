/** The dispatcher comes back after it was away for the whole log: there are no rows at all. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from 'service-kit/process/free-port';
import type { Engines } from './engines.ts';
import { type Spent, spent } from './measure.ts';

const LOOK_MS = 200;
const MAX_MS = 3_600_000;

export interface Absence extends Spent {
  readonly peakMb: number;
}

/** Removes the read models, starts the service, and waits until every stream has its rows, those of the audit too. */
export async function measureAbsence(engines: Engines): Promise<Absence> {
  const { pool, env } = engines;
  for (const schema of ['read_v1', 'read_next', 'read_old', 'reading', 'bullmq'])
    await pool.query(`drop schema if exists ${schema} cascade`);
  const program = fileURLToPath(new URL('../../../../projections/dist/main.js', import.meta.url));
  let peakMb = 0;
  const measured = await spent(engines, async () => {
    const child = fork(program, [], {
      env: { ...env, HOST: '127.0.0.1', PORT: String(await freePort()), LOG_LEVEL: 'error' },
      execArgv: ['--max-semi-space-size=16'],
    });
    const ended = once(child, 'exit');
    try {
      const deadline = performance.now() + MAX_MS;
      while (!(await isCaughtUp(engines))) {
        if (child.exitCode !== null) throw new Error('The service has ended');
        if (performance.now() > deadline) throw new Error('The service has not caught up within an hour');
        await pause(LOOK_MS);
      }
      peakMb = await peakOf(child.pid ?? 0);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  });
  return { ...measured, peakMb };
}

async function isCaughtUp({ pool }: Engines): Promise<boolean> {
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

async function peakOf(pid: number): Promise<number> {
  const [, kilobytes = 0] = /^VmHWM:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

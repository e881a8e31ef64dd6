/** Inserts one durable row at a time at a fixed rate: the baseline of disk and Postgres. */
import type { Pool } from 'pg';
import { atRate } from './open-loop.ts';

/** @returns how long each insert took, in milliseconds */
export async function bareInserts(pool: Pool, pace: { perSecond: number; seconds: number }): Promise<number[]> {
  await pool.query(
    'create table if not exists bench_row (id bigint generated always as identity primary key, body jsonb not null)',
  );
  const latencies: number[] = [];
  const body = JSON.stringify({ note: 'x'.repeat(300) });
  await atRate(pace, async () => {
    const started = performance.now();
    await pool.query('insert into bench_row (body) values ($1)', [body]);
    latencies.push(performance.now() - started);
  });
  return latencies;
}

/**
 * The baseline of disk and Postgres: durable inserts of a row with some 300 bytes of JSON, by a prepared statement into
 * a table with a primary key, each committed for itself.
 */
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { atRate } from './open-loop.ts';

const BODY = Buffer.from(JSON.stringify({ note: 'x'.repeat(300) }));

/** At a fixed rate. @returns how long each insert took, in milliseconds */
export async function bareInserts(pool: Pool, pace: { perSecond: number; seconds: number }): Promise<number[]> {
  await pool.query(`create table if not exists bare_event (
    position bigint generated always as identity primary key, stream text collate "C" not null, id uuid not null,
    type text collate "C" not null, data bytea not null, created timestamptz not null default now())`);
  const latencies: number[] = [];
  await atRate(pace, async () => {
    const started = performance.now();
    await pool.query({
      name: 'bare insert',
      text: 'insert into bare_event (stream, id, type, data) values ($1, $2, $3, $4)',
      values: ['bench-1', randomUUID(), 'BenchEntryAdded', BODY],
    });
    latencies.push(performance.now() - started);
  });
  return latencies;
}

/**
 * The baseline of disk and Postgres: durable inserts of a row with some 300 bytes of JSON, by a prepared statement into
 * a table with a primary key, each committed for itself.
 */
import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { atRate } from './open-loop.ts';
import { rate } from './turns.ts';

const BODY = Buffer.from(JSON.stringify({ note: 'x'.repeat(300) }));

async function insertOne(pool: Pool): Promise<void> {
  await pool.query({
    name: 'bare insert',
    text: 'insert into bare_event (stream, id, type, data) values ($1, $2, $3, $4)',
    values: ['bench-1', randomUUID(), 'BenchEntryAdded', BODY],
  });
}

const createTable = (pool: Pool): Promise<unknown> =>
  pool.query(`create table if not exists bare_event (
    position bigint generated always as identity primary key, stream text collate "C" not null, id uuid not null,
    type text collate "C" not null, data bytea not null, created timestamptz not null default now())`);

/** At a fixed rate. @returns how long each insert took, in milliseconds */
export async function bareInserts(pool: Pool, pace: { perSecond: number; seconds: number }): Promise<number[]> {
  await createTable(pool);
  const latencies: number[] = [];
  await atRate(pace, async () => {
    const started = performance.now();
    await insertOne(pool);
    latencies.push(performance.now() - started);
  });
  return latencies;
}

/** As many as possible, into a new table: the rows of one measurement must not slow another. @returns rows a second */
export async function bareInsertRate(
  databaseUrl: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const pool = new Pool({ connectionString: databaseUrl, max: connections, options: '-c synchronous_commit=on' });
  try {
    await createTable(pool);
    // Every connection is open before the clock starts.
    const opened = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
    for (const client of opened) client.release();
    return await rate({ workers: connections, seconds }, () => insertOne(pool));
  } finally {
    await pool.query('drop table bare_event');
    await pool.end();
  }
}

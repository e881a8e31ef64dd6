/** The open Postgres pools of this process. */
import type { Pool } from 'pg';
import type { Reading } from './gauges.ts';

const openPools = new Map<Pool, string>();

/** Shows a pool in the metrics of this process until it ends. @param name of its connections in Postgres */
export function watchPool<Watched extends Pool>(pool: Watched, name: string): Watched {
  forgetEnded();
  openPools.set(pool, name);
  return pool;
}

function forgetEnded(): void {
  for (const pool of openPools.keys()) if (pool.ended || pool.ending) openPools.delete(pool);
}

/** Pools of one name count together. */
export function readingsOfPools(): Reading[] {
  forgetEnded();
  const byName = new Map<string, { used: number; idle: number; waiting: number }>();
  for (const [pool, name] of openPools) {
    const sum = byName.get(name) ?? { used: 0, idle: 0, waiting: 0 };
    sum.used += pool.totalCount - pool.idleCount;
    sum.idle += pool.idleCount;
    sum.waiting += pool.waitingCount;
    byName.set(name, sum);
  }
  return [...byName].flatMap(([pool, { used, idle, waiting }]): Reading[] => [
    { name: 'pharmacy_postgres_connections', labels: { pool, state: 'used' }, value: used },
    { name: 'pharmacy_postgres_connections', labels: { pool, state: 'idle' }, value: idle },
    { name: 'pharmacy_postgres_waiting', labels: { pool }, value: waiting },
  ]);
}

import type { Pool, PoolClient } from 'pg';

/** Commits everything that `work` writes, or nothing. @throws what `work` throws, or the database's error */
export async function inTransaction<Result>(pool: Pool, work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
  const tx = await pool.connect();
  try {
    await tx.query('begin');
    const result = await work(tx);
    await tx.query('commit');
    tx.release();
    return result;
  } catch (error) {
    // Closed instead of rolled back: the state of a failed connection is unknown, and Postgres rolls back itself.
    tx.release(true);
    throw error;
  }
}

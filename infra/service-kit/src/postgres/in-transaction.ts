import type { Pool, PoolClient } from 'pg';

/** Everything that `work` writes, or nothing of it. @throws what `work` throws, or the database's error */
export async function inTransaction<Result>(pool: Pool, work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
  const tx = await pool.connect();
  try {
    await tx.query('begin');
    const result = await work(tx);
    await tx.query('commit');
    tx.release();
    return result;
  } catch (error) {
    // Closed, not rolled back: of a connection that failed nothing is known, and Postgres takes back what it had begun.
    tx.release(true);
    throw error;
  }
}

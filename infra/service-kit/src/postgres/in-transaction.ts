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

const IDLE_IN_TRANSACTION_MS = 5_000;

/**
 * Like {@link inTransaction}, for work that holds what others wait for: Postgres ends the transaction of a process that
 * hangs.
 */
export const inShortTransaction = <Result>(pool: Pool, work: (tx: PoolClient) => Promise<Result>): Promise<Result> =>
  inTransaction(pool, async (tx) => {
    await tx.query(`set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`);
    return work(tx);
  });

/** A transaction in which no worker changes the rows of the screens. */
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { Backoff } from 'service-kit/concurrency/backoff';
import { CannotRebuild } from './errors.ts';
import { READ_SCHEMA } from '../schema/version.ts';

/** Readers and workers wait behind a lock that waits itself, so it gives up soon and is tried again. */
const LOCK_MS = 300;
/** The pauses grow: a long answer holds its tables for up to ten minutes (docs/decisions/read-side/long-answers.md). */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
const PATIENCE_MS = 15 * 60_000;
/** Lock not available, deadlock. */
const isLocked = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(55P03|40P01)$/.test(error.code ?? '');

/** Thrown by the work of a fence: everything is rolled back, and the work is tried again after a pause. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

interface Fenced {
  readonly tables: readonly string[];
  readonly mode: 'share row exclusive' | 'access exclusive';
  readonly prepare: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Locks the tables together, in one order, and commits the work. Every write of a worker moves a checkpoint
 * (docs/architecture.md, "Rule 7: one transaction"), so a lock on that table alone stops all workers.
 * @param prepare done before each attempt, without locks
 * @param mode `share row exclusive` lets readers work; `access exclusive` makes them wait
 * @throws CannotRebuild with the last reason, after fifteen minutes
 */
export async function inFence(
  pool: Pool,
  { tables, mode, prepare, signal }: Fenced,
  work: (tx: PoolClient) => Promise<void>,
): Promise<void> {
  const names = [...tables, 'parked_stream', 'projection_checkpoint'].map((name) => `${READ_SCHEMA}.${name}`);
  const backoff = new Backoff({ firstMs: FIRST_PAUSE_MS, mostMs: MAX_PAUSE_MS });
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    signal.throwIfAborted();
    await prepare();
    const tx = await pool.connect();
    try {
      await tx.query(`begin; set local lock_timeout = ${LOCK_MS}; lock table ${names.join(', ')} in ${mode} mode`);
      await work(tx);
      await tx.query('commit');
      tx.release();
      return;
    } catch (error) {
      // The end of the connection releases the locks in any state.
      tx.release(true);
      if (!(error instanceof NotYet || isLocked(error))) throw error;
      if (performance.now() > deadline)
        throw new CannotRebuild(
          error instanceof NotYet ? error.message : 'The rows of the screens are in use without a pause.',
        );
    }
    await backoff.wait(signal);
  }
}

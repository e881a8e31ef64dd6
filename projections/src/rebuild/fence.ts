/** A transaction in which no worker changes the rows of the screens. */
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { CannotRebuild } from './errors.ts';
import { READ_SCHEMA } from '../schema/version.ts';

/** Readers and workers wait behind a lock that waits itself, so it gives up soon and is tried again. */
const LOCK_MS = 300;
const PAUSE_MS = 400;
const TRIES = 300;
/** Lock not available, deadlock. */
const isLocked = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(55P03|40P01)$/.test(error.code ?? '');

/** Thrown by the work of a fence: everything is rolled back, and the work is tried again after a pause. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

/**
 * Locks the tables together, in one order, and commits the work. Every write of a worker moves a checkpoint
 * (docs/architecture.md, "Rule 7: one transaction"), so a lock on that table alone stops all workers.
 * @param mode `share row exclusive` lets people read; `access exclusive` lets nobody read
 * @throws CannotRebuild with the last reason, after about two minutes
 */
export async function inFence(
  pool: Pool,
  { tables, mode, signal }: { tables: readonly string[]; mode: string; signal: AbortSignal },
  work: (tx: PoolClient) => Promise<void>,
): Promise<void> {
  const names = [...tables, 'parked_stream', 'projection_checkpoint'].map((name) => `${READ_SCHEMA}.${name}`);
  let reason = '';
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    signal.throwIfAborted();
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
      reason = error instanceof NotYet ? error.message : 'The rows of the screens are in use without a pause.';
    }
    await pause(PAUSE_MS * (0.5 + Math.random()));
  }
  throw new CannotRebuild(reason);
}

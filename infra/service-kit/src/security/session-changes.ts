/**
 * The lock between changes of sessions and teams, and processes that keep found sessions in memory
 * (docs/decisions/write-side/session-cache.md). A process holds it shared while it keeps sessions. The transaction of a
 * change holds it exclusively: triggers of `accounts.session` and `accounts.team_write` take it.
 */
import type { Pool } from 'pg';

/** The two numbers of the lock, in SQL. The triggers have the same (`../private-schema/tables.ts`). */
export const SESSION_LOCK = `hashtext('session cache'), 0`;
/** NOTIFY channel of changes that need the lock; without payload. */
export const SESSION_LOCK_WANTED_CHANNEL = 'session_lock_wanted';

/**
 * Asks all processes to release the lock, right before a change. Without it the change waits until they look by
 * themselves whether the lock is wanted, for 2 s at most. In a transaction it has no effect: NOTIFY waits for its end.
 */
export async function announceSessionChange(pool: Pool): Promise<void> {
  await pool.query(`select pg_notify('${SESSION_LOCK_WANTED_CHANNEL}', '')`);
}

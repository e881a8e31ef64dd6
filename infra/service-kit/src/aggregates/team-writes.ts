/**
 * Tells whether a team may have changed, without a read of its stream: each append to a team's stream has a row, which
 * is written before the append and ended after it (docs/decisions/write-side/team-rights.md). The row is ended before
 * the command is answered, so who reads the mark after the answer sees another one.
 */
import type { Pool } from 'pg';
import { type EventLog, UnknownOutcome } from '../event-log/port.ts';

/** An append whose outcome is unknown may still be written. The log drops it long before this time has passed. */
const UNDER_WAY_SECONDS = 30;

/**
 * SQL: the number of the newest append to a team's stream; null while one may be under way. Two equal numbers: no
 * team's stream has changed in between.
 */
export const teamMark = /* sql */ `
(select case when bool_or(not has_ended and began_at > now() - make_interval(secs => ${UNDER_WAY_SECONDS})) then null
             else coalesce(max(number), 0) end
 from accounts.team_write)`;

/** The log with a row for each append to a team's stream. Every program that writes such streams uses it. */
export const markTeamWrites = (log: EventLog, pool: Pool): EventLog => ({
  ...log,
  async append(stream, expected, events) {
    if (!stream.startsWith('team-')) return log.append(stream, expected, events);
    const { rows } = await pool.query<{ number: string }>(
      'insert into accounts.team_write default values returning number',
    );
    const number = rows[0]?.number;
    try {
      const revision = await log.append(stream, expected, events);
      await end(pool, number);
      return revision;
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) await end(pool, number);
      throw error;
    }
  },
});

/** A row that cannot be ended counts as under way for its time, so that teams are read from the log. */
async function end(pool: Pool, number: string | undefined): Promise<void> {
  await pool
    .query(
      /* sql */ `
      with ended as (update accounts.team_write set has_ended = true where number = $1)
      delete from accounts.team_write
      where number < $1 and (has_ended or began_at < now() - make_interval(secs => ${UNDER_WAY_SECONDS}))`,
      [number],
    )
    .catch(() => undefined);
}

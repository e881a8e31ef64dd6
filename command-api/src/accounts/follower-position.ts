/** How far a follower of the log has come. Both numbers: a filtered read may miss events with one alone. */
import type { Pool } from 'pg';
import type { Position } from '../event-log/port.ts';

export const followerTables = /* sql */ `
create table accounts.follower_position (
  follower          text primary key,
  commit_position   numeric(20) not null,
  prepare_position  numeric(20) not null
);
`;

/** @returns undefined where the follower has not dealt with anything yet. */
export async function positionOf(pool: Pool, follower: string): Promise<Position | undefined> {
  const { rows } = await pool.query<{ commit_position: string; prepare_position: string }>(
    'select commit_position::text, prepare_position::text from accounts.follower_position where follower = $1',
    [follower],
  );
  const row = rows[0];
  return row && { commit: BigInt(row.commit_position), prepare: BigInt(row.prepare_position) };
}

/** Call once the event at `position` has been dealt with. */
export async function savePosition(pool: Pool, follower: string, position: Position): Promise<void> {
  await pool.query(
    `insert into accounts.follower_position (follower, commit_position, prepare_position) values ($1, $2, $3)
     on conflict (follower) do update set commit_position = excluded.commit_position, prepare_position = excluded.prepare_position`,
    [follower, position.commit.toString(), position.prepare.toString()],
  );
}

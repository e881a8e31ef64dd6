/** People who have left a team, so that an audit of their work can name them. */
import type { FormerMember } from 'language/contract/entities';
import { teamStream } from 'language/domain/team/events';
import type { Pool } from 'pg';

/** People whom an announced change of the team touched and who are no members. $1 stream · $2 team */
const formerMembersOfTeam = /* sql */ `
select distinct u.user_id as "userId", concat_ws(' ', u.first_name, u.last_name) as name
from change c cross join unnest(c.touched) as tag join app_user u on u.user_id = substr(tag, length('user:') + 1)
where c.stream = $1 and starts_with(tag, 'user:')
  and not exists (select from team_member m where m.team_id = $2 and m.user_id = u.user_id)
order by name, "userId"`;

/** By name; absent if there is none. */
export async function formerMembers(db: Pool, team: string): Promise<{ left?: FormerMember[] }> {
  const { rows } = await db.query<FormerMember>(formerMembersOfTeam, [teamStream(team), team]);
  return rows.length === 0 ? {} : { left: rows };
}

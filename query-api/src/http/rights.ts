/**
 * Who may read what: a team's data is its members' (not disabled) and its admin's. For anyone else it does not exist (404).
 * The team is always the row's own, never one that the request names.
 */
import { forbidden, notFound } from 'command-api/service/http';
import type { Asked } from './read-route.ts';

/**
 * SQL that is true where the user of `userId` may read the team of `teamId`; both are SQL expressions. Also the rights of live rooms.
 * The long names inside keep an expression such as `t.team_id` meaning the caller's `t`.
 */
export const mayRead = (teamId: string, userId: string): string => /* sql */ `exists (
  select 1 from team right_team
  where right_team.team_id = ${teamId}
    and (right_team.admin_id = ${userId}
      or exists (select 1 from team_member right_member
                 where right_member.team_id = right_team.team_id and right_member.user_id = ${userId} and not right_member.disabled)))`;

const teamWhenReadable = {
  team: /* sql */ `select r.team_id from team r where r.team_id = $1 and ${mayRead('r.team_id', '$2')}`,
  patient: /* sql */ `select r.team_id from patient r where r.patient_id = $1 and ${mayRead('r.team_id', '$2')}`,
  admission: /* sql */ `select r.team_id from admission r where r.admission_id = $1 and ${mayRead('r.team_id', '$2')}`,
};

/**
 * @returns the id of the team that the thing belongs to
 * @throws HttpProblem 404 when there is no such thing or the caller is not in its team; 403 when the `team` header names another team
 */
export async function readableTeam(asked: Asked<unknown>, kind: keyof typeof teamWhenReadable, id: string): Promise<string> {
  const { rows } = await asked.db.query<{ team_id: string }>(teamWhenReadable[kind], [id, asked.caller.userId]);
  const team = rows[0]?.team_id;
  if (team === undefined) throw notFound();
  if (asked.teamHeader !== undefined && asked.teamHeader !== team) throw forbidden();
  return team;
}

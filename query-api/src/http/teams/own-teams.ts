/** The teams of a person, for the answers about all of them. */
import type { ReadRequest } from '../read-route.ts';
import { canReadTeam, isExempt, lacksSecondFactor } from '../rights.ts';

export interface OwnTeam {
  readonly team: string;
  readonly teamName: string;
  readonly isAdmin: boolean;
}

/** $1 user · $2 whether a missing second factor counts. */
const teamsOfUser = (everywhere: boolean): string => /* sql */ `
select t.team_id as team, t.name as "teamName", t.admin_id = $1 as "isAdmin"
from team t
where t.team_id in (select team_id from team where admin_id = $1 union select team_id from team_member where user_id = $1)
  and ${canReadTeam('t.team_id', '$1')}
  and not ($2::boolean and ${lacksSecondFactor('t.team_id', '$1', everywhere)})
order by t.name, t.team_id`;

/** The teams that the caller may read, by name. A team whose required second factor the caller lacks is left out. */
export async function ownTeams({
  db,
  dependencies,
  caller,
}: Pick<ReadRequest<unknown>, 'db' | 'dependencies' | 'caller'>): Promise<OwnTeam[]> {
  const values = [caller.userId, !isExempt(caller)];
  return (await db.query<OwnTeam>(teamsOfUser(dependencies.requiresSecondFactor), values)).rows;
}

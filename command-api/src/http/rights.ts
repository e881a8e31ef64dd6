/**
 * Who may do what: resolved from the streams before `decide` runs. A team that the caller is not in does not exist for
 * them (404).
 */
import type { Actor } from '../domain/command.ts';
import type { Team } from '../domain/team/state.ts';
import type { Moment } from 'service-kit/aggregates/fold-cache';
import { forbidden, notFound } from 'service-kit/http/http-problem';
import type { CommandRequest } from './command-route.ts';
import type { Dependencies } from './dependencies.ts';

type Who = Pick<CommandRequest<unknown>, 'dependencies' | 'caller' | 'teamHeader'>;

/** Outside any team: the catalogue, a new team. */
export async function actorOf({ dependencies, caller }: Pick<Who, 'dependencies' | 'caller'>): Promise<Actor> {
  const isAdminAccount = await isAdminAccountOf(dependencies, caller.userId);
  return { id: caller.userId, isMember: false, isTeamAdmin: false, canEdit: false, isPhysic: false, isAdminAccount };
}

/**
 * The account of ADMIN_EMAIL, once mail to it has reached whoever has it: signing up with that e-mail first gives
 * nobody a right.
 */
async function isAdminAccountOf({ folds, adminEmail }: Dependencies, userId: string): Promise<boolean> {
  const loadRecent = await folds.user.loadRecent(userId);
  if (loadRecent.status === 'none' || loadRecent.email !== adminEmail) return false;
  // An e-mail that is proven stays so; what is not may have been a moment ago, through another process.
  if (loadRecent.emailVerified) return true;
  const { state } = await folds.user.load(userId);
  return state.status === 'registered' && state.emailVerified;
}

/**
 * In the team that the thing belongs to, read from the team's stream as it stands at the moment: a removed or disabled
 * member is refused at once.
 * @param teamId undefined where there is no such thing
 * @throws HttpProblem 404 for whom it does not exist; 403 when the `team` header names another team
 */
export async function actorInTeam(who: Who, teamId: string | undefined, moment?: Moment): Promise<Actor> {
  if (teamId === undefined) throw notFound();
  const [outside, { state }] = await Promise.all([actorOf(who), who.dependencies.folds.team.load(teamId, moment)]);
  return memberOf(who, teamId, state, outside);
}

/** In a team that stands so. @throws HttpProblem as `actorInTeam` */
export const actorIn = async (who: Who, teamId: string, team: Team): Promise<Actor> =>
  memberOf(who, teamId, team, await actorOf(who));

function memberOf(who: Who, teamId: string, team: Team, outside: Actor): Actor {
  if (team.status === 'none') throw notFound();
  const member = team.members.find(({ userId, disabled }) => userId === who.caller.userId && !disabled);
  const isTeamAdmin = team.adminId === who.caller.userId;
  if (!member && !isTeamAdmin) throw notFound();
  if (who.teamHeader !== undefined && who.teamHeader !== teamId) throw forbidden();
  return {
    ...outside,
    isMember: member !== undefined,
    isTeamAdmin,
    canEdit: member?.role === 'pharmacist',
    isPhysic: member?.role === 'physician',
  };
}

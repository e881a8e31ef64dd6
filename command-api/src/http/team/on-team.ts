/** The common parts of the commands on one team: its conflict, and its answer. */
import type { Inviter } from '../../accounts/invitations.ts';
import type { Answer, Team as TeamAnswer } from 'language/contract/entities';
import { renderTeam } from 'language/contract/render/teams';
import type { Actor, Command } from 'language/domain/command';
import type { TeamEvent } from 'language/domain/team/events';
import type { CreatedTeam, Team } from 'language/domain/team/state';
import { notFound } from 'service-kit/http/http-problem';
import { type CommandRequest, written } from '../command-route.ts';
import { withConflictAnswer } from '../conflict.ts';
import type { Dependencies } from '../dependencies.ts';

interface OnTeam<Payload> {
  readonly name: string;
  /** The id of the member that the command changes. */
  readonly target?: string;
  readonly payload: Payload;
  readonly decide: (team: Team, command: Command<Payload>) => TeamEvent[];
  readonly actor: (team: Team) => Promise<Actor>;
}

/** @throws HttpProblem 409 with the team as it is now */
export async function onTeam<Payload extends object>(
  request: CommandRequest<unknown>,
  teamId: string,
  intent: OnTeam<Payload>,
): Promise<Answer<TeamAnswer>> {
  const { dependencies, commandId, basedOn } = request;
  const run = () => dependencies.handle({ ...intent, commandId, basedOn, fold: dependencies.folds.team, id: teamId });
  const outcome = await withConflictAnswer(dependencies, run, (team: Team) =>
    teamAnswer(dependencies, teamId, created(team)),
  );
  return { ...(await teamAnswer(dependencies, teamId, created(outcome.state))), ...written(outcome) };
}

/**
 * A command that may add, remove or disable members. The open invitations of those people end with it, as the team is
 * now: a repeated command ends no invitation that was sent after it.
 * @throws as `onTeam`
 */
export async function onMembers<Payload extends object>(
  request: CommandRequest<unknown>,
  teamId: string,
  intent: OnTeam<Payload>,
): Promise<Answer<TeamAnswer>> {
  const answer = await onTeam(request, teamId, intent);
  await endInvitationsOfMembers(request.dependencies, teamId, inviterOf(request));
  return answer;
}

export const inviterOf = ({ caller, commandId }: CommandRequest<unknown>): Inviter => ({
  userId: caller.userId,
  sessionId: caller.sessionId,
  commandId,
});

export async function endInvitationsOfMembers(
  { folds, invitations }: Pick<Dependencies, 'folds' | 'invitations'>,
  teamId: string,
  by: Inviter,
): Promise<void> {
  const { state: team } = await folds.team.load(teamId);
  if (team.status === 'created') await invitations.endOfMembers(teamId, team, by);
}

/** As the query API answers it: with the members whose account is disabled. */
async function teamAnswer(dependencies: Dependencies, teamId: string, team: CreatedTeam): Promise<TeamAnswer> {
  const [rendered, disabled] = await Promise.all([
    renderTeam(dependencies, teamId, team),
    dependencies.credentials.disabledAmong(team.members.map(({ userId }) => userId)),
  ]);
  const members = rendered.members.map((one) => (disabled.has(one.userId) ? { ...one, accountDisabled: true } : one));
  return { ...rendered, members };
}

export function created(team: Team): CreatedTeam {
  if (team.status === 'none') throw notFound();
  return team;
}

/** Teams and their members. */
import { Nothing, said } from '../../contract/bodies/shared.ts';
import { AddTeamMember, ChangeMember, CreateTeam, EditTeam } from '../../contract/bodies/teams.ts';
import type { Answer, Team as TeamAnswer } from '../../contract/entities.ts';
import type { Actor, Command } from '../../domain/command.ts';
import { addTeamMember, changeMember, createTeam, editTeam, removeTeamMember } from '../../domain/team/decide.ts';
import type { TeamEvent } from '../../domain/team/events.ts';
import type { CreatedTeam, Team } from '../../domain/team/state.ts';
import { forbidden, notFound } from 'service-kit/http/http-problem';
import { madeBy } from '../command-id.ts';
import { type Asked, command, type CommandRoute } from '../command-route.ts';
import { showingConflicts } from '../conflict.ts';
import { peopleListed, personBy } from './people-by-email.ts';
import { personOf } from '../../contract/render/people.ts';
import { renderTeam } from '../../contract/render/teams.ts';
import { written } from '../command-answer.ts';
import { actorIn, actorInTeam, actorOf } from '../rights.ts';
import { sanitise } from '../sanitise.ts';

interface OnTeam<Payload> {
  readonly name: string;
  /** The id of what it is about, where that lies within the stream. */
  readonly target?: string;
  readonly payload: Payload;
  readonly decide: (team: Team, command: Command<Payload>) => TeamEvent[];
  readonly actor: (team: Team) => Promise<Actor>;
}

async function onTeam<Payload extends object>(
  asked: Asked<unknown>,
  teamId: string,
  intent: OnTeam<Payload>,
): Promise<Answer<TeamAnswer>> {
  const { house, commandId, basedOn } = asked;
  const run = () => house.handle({ ...intent, commandId, basedOn, fold: house.folds.team, id: teamId });
  const outcome = await showingConflicts(house, run, (team: Team) => renderTeam(house, teamId, created(team)));
  return { ...(await renderTeam(house, teamId, created(outcome.state))), ...written(outcome) };
}

function created(team: Team): CreatedTeam {
  if (team.status === 'none') throw notFound();
  return team;
}

const member = (asked: Asked<unknown>, teamId: string) => (team: Team) => actorIn(asked, teamId, team);

export const teamRoutes: readonly CommandRoute[] = [
  command('post', '/api/teams', {
    makes: true,
    body: CreateTeam,
    async answer(asked) {
      const { name, specialty, about } = asked.body;
      const { email: adminEmail } = await personOf(asked.house, asked.caller.userId);
      const payload = { name, specialty, about: sanitise(about), adminEmail };
      return onTeam(asked, madeBy(asked.commandId, 'team'), {
        name: 'CreateTeam',
        payload,
        decide: createTeam,
        actor: () => actorOf(asked),
      });
    },
  }),
  command('post', '/api/teams/:id/members', {
    makes: true,
    body: AddTeamMember,
    async answer(asked) {
      const teamId = asked.param('id');
      // Asked before the account is looked for: nobody else may learn from the answer who has one.
      if (!(await actorInTeam(asked, teamId)).isTeamAdmin) throw forbidden();
      const payload = await personBy(asked, asked.body.email);
      return onTeam(asked, teamId, {
        name: 'AddTeamMember',
        target: payload.userId,
        payload,
        decide: addTeamMember,
        actor: member(asked, teamId),
      });
    },
  }),
  command('put', '/api/teams/:id/members/:userId', {
    body: ChangeMember,
    async answer(asked) {
      const teamId = asked.param('id');
      const payload = { teamId, userId: asked.param('userId'), ...said(asked.body) };
      return onTeam(asked, teamId, {
        name: 'ChangeMember',
        target: payload.userId,
        payload,
        decide: changeMember,
        actor: member(asked, teamId),
      });
    },
  }),
  /** Answers the team as it stands without them. */
  command('delete', '/api/teams/:id/members/:userId', {
    body: Nothing,
    async answer(asked) {
      const teamId = asked.param('id');
      const payload = { teamId, userId: asked.param('userId') };
      return onTeam(asked, teamId, {
        name: 'RemoveTeamMember',
        target: payload.userId,
        payload,
        decide: removeTeamMember,
        actor: member(asked, teamId),
      });
    },
  }),
  command('put', '/api/teams/:id/edit', {
    body: EditTeam,
    async answer(asked) {
      const teamId = asked.param('id');
      if (!(await actorInTeam(asked, teamId)).isTeamAdmin) throw forbidden();
      const { name, specialty, about, cloudName, uploadPreset, chatAllowed, members } = asked.body;
      const payload = {
        teamId,
        ...said({ name, specialty, about: about && sanitise(about), cloudName, uploadPreset, chatAllowed }),
        ...(members === undefined
          ? {}
          : { members: await peopleListed(asked, created((await asked.house.folds.team.now(teamId)).state), members) }),
      };
      return onTeam(asked, teamId, { name: 'EditTeam', payload, decide: editTeam, actor: member(asked, teamId) });
    },
  }),
];

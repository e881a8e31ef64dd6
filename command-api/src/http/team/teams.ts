/** Teams and their members. */
import * as teamCalls from 'language/contract/calls/teams';
import { EmptyBody } from 'language/contract/bodies/shared';
import {
  AddTeamMember,
  AnswerRules,
  ChangeMember,
  CreateTeam,
  EditTeam,
  SetClassification,
} from 'language/contract/bodies/teams';
import { setClassification } from 'language/domain/team/decide-classification';
import { setAnswerRules } from 'language/domain/team/decide-answer-rules';
import { addTeamMember, changeMember, createTeam, editTeam, removeTeamMember } from 'language/domain/team/decide';
import type { Team } from 'language/domain/team/state';
import { presentFields } from 'language/domain/values/record-fields';
import { refusal } from 'language/domain/reasons/refusal';
import { forbidden, HttpProblem } from 'service-kit/http/http-problem';
import type * as z from 'zod';
import { derivedId } from '../../commands/derived-id.ts';
import { type CommandRequest, command } from '../command-route.ts';
import { created, onMembers, onTeam } from './on-team.ts';
import { listedMembers, personByEmail } from './people-by-email.ts';
import { personOf } from 'language/contract/render/people';
import { actorIn, actorInTeam, actorOf, hasSecondFactor, refuseWithoutSecondFactor } from '../rights.ts';
import { sanitise } from '../sanitise.ts';

const member = (request: CommandRequest<unknown>, teamId: string) => (team: Team) => actorIn(request, teamId, team);

type Changes = z.output<typeof EditTeam>;
const changesRights = ({ members, secondFactorRequired }: Changes): boolean =>
  members !== undefined || secondFactorRequired !== undefined;
/** From then on images go to another account, or reviews to the chat assistant. */
const sendsDataAway = ({ cloudName, uploadPreset, chatAllowed }: Changes): boolean =>
  cloudName !== undefined || uploadPreset !== undefined || chatAllowed === true;

export const teamRoutes = [
  command(teamCalls.foundTeam, {
    keepsOrigin: true,
    makes: true,
    body: CreateTeam,
    async answer(request) {
      if (request.dependencies.requiresSecondFactor) await refuseWithoutSecondFactor(request);
      const { name, specialty, about } = request.body;
      const { email: adminEmail } = await personOf(request.dependencies, request.caller.userId);
      const payload = { name, specialty, about: sanitise(about), adminEmail };
      return onTeam(request, derivedId(request.commandId, 'team'), {
        name: 'CreateTeam',
        payload,
        decide: createTeam,
        actor: () => actorOf(request),
      });
    },
  }),
  command(teamCalls.addMember, {
    keepsOrigin: true,
    makes: true,
    body: AddTeamMember,
    needsProof: true,
    async answer(request) {
      const teamId = request.param('id');
      // Before the account is looked up: the answer must not show others who has an account.
      if (!(await actorInTeam(request, teamId)).isTeamAdmin) throw forbidden();
      const payload = await personByEmail(request, request.body.email);
      return onMembers(request, teamId, {
        name: 'AddTeamMember',
        target: payload.userId,
        payload,
        decide: addTeamMember,
        actor: member(request, teamId),
      });
    },
  }),
  command(teamCalls.changeMember, {
    keepsOrigin: true,
    body: ChangeMember,
    needsProof: true,
    async answer(request) {
      const teamId = request.param('id');
      const payload = { teamId, userId: request.param('userId'), ...presentFields(request.body) };
      return onMembers(request, teamId, {
        name: 'ChangeMember',
        target: payload.userId,
        payload,
        decide: changeMember,
        actor: member(request, teamId),
      });
    },
  }),
  /** Answers with the team without this member. */
  command(teamCalls.removeMember, {
    keepsOrigin: true,
    body: EmptyBody,
    needsProof: true,
    async answer(request) {
      const teamId = request.param('id');
      const payload = { teamId, userId: request.param('userId') };
      return onMembers(request, teamId, {
        name: 'RemoveTeamMember',
        target: payload.userId,
        payload,
        decide: removeTeamMember,
        actor: member(request, teamId),
      });
    },
  }),
  command(teamCalls.setAnswerRules, {
    keepsOrigin: true,
    body: AnswerRules,
    answer(request) {
      const teamId = request.param('id');
      return onTeam(request, teamId, {
        name: 'SetAnswerRules',
        payload: { teamId, rules: request.body },
        decide: setAnswerRules,
        actor: member(request, teamId),
      });
    },
  }),
  command(teamCalls.setClassification, {
    keepsOrigin: true,
    body: SetClassification,
    answer(request) {
      const teamId = request.param('id');
      return onTeam(request, teamId, {
        name: 'SetClassification',
        payload: { teamId, classification: request.body },
        decide: setClassification,
        actor: member(request, teamId),
      });
    },
  }),
  command(teamCalls.editTeam, {
    keepsOrigin: true,
    body: EditTeam,
    needsProof: (changes) => changesRights(changes) || sendsDataAway(changes),
    async answer(request) {
      const teamId = request.param('id');
      if (!(await actorInTeam(request, teamId)).isTeamAdmin) throw forbidden();
      const { about, secondFactorRequired, members, teamId: _teamId, admin: _admin, ...unchecked } = request.body;
      // Else the admin would lose their own team, and could not take it back.
      if (secondFactorRequired && !(await hasSecondFactor(request)))
        throw new HttpProblem(refusal('own-second-factor-first'));
      const payload = {
        teamId,
        ...presentFields({ ...unchecked, about: about && sanitise(about), secondFactorRequired }),
        ...(members === undefined
          ? {}
          : {
              members: await listedMembers(
                request,
                created((await request.dependencies.folds.team.load(teamId)).state),
                members,
              ),
            }),
      };
      return onMembers(request, teamId, {
        name: 'EditTeam',
        payload,
        decide: editTeam,
        actor: member(request, teamId),
      });
    },
  }),
];

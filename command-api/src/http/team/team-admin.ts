/** The team's admin hands their place over, or the admin account appoints another member. */
import * as teamCalls from 'language/contract/calls/teams';
import { AnswerTeamAdminOffer, AppointTeamAdmin, OfferTeamAdmin } from 'language/contract/bodies/teams';
import { EmptyBody } from 'language/contract/bodies/shared';
import {
  answerTeamAdminOffer,
  appointTeamAdmin,
  offerTeamAdmin,
  withdrawTeamAdminOffer,
} from 'language/domain/team/decide-admin';
import { refusal } from 'language/domain/reasons/refusal';
import type { Team } from 'language/domain/team/state';
import { forbidden, HttpProblem } from 'service-kit/http/http-problem';
import { type CommandRequest, command } from '../command-route.ts';
import { actorIn, requireAdminAccount } from '../rights.ts';
import { onTeam } from './on-team.ts';

const member = (request: CommandRequest<unknown>, teamId: string) => (team: Team) => actorIn(request, teamId, team);

/** A team must not get an admin who cannot sign in. @throws HttpProblem 409 */
async function refuseDisabledAccount({ dependencies }: CommandRequest<unknown>, userId: string): Promise<void> {
  if ((await dependencies.credentials.disabledAmong([userId])).has(userId))
    throw new HttpProblem(refusal('team-admin-disabled'));
}

export const teamAdminRoutes = [
  command(teamCalls.offerTeamAdmin, {
    keepsOrigin: true,
    body: OfferTeamAdmin,
    needsProof: true,
    async answer(request) {
      const teamId = request.param('id');
      const { userId } = request.body;
      return onTeam(request, teamId, {
        name: 'OfferTeamAdmin',
        target: userId,
        payload: { userId },
        decide: offerTeamAdmin,
        async actor(team) {
          const actor = await actorIn(request, teamId, team);
          // Before the account is looked at: the answer must not show others that it is disabled.
          if (!actor.isTeamAdmin) throw forbidden();
          await refuseDisabledAccount(request, userId);
          return actor;
        },
      });
    },
  }),
  command(teamCalls.withdrawTeamAdminOffer, {
    keepsOrigin: true,
    body: EmptyBody,
    async answer(request) {
      const teamId = request.param('id');
      return onTeam(request, teamId, {
        name: 'WithdrawTeamAdminOffer',
        payload: {},
        decide: withdrawTeamAdminOffer,
        actor: member(request, teamId),
      });
    },
  }),
  command(teamCalls.answerTeamAdminOffer, {
    keepsOrigin: true,
    body: AnswerTeamAdminOffer,
    needsProof: ({ accept }) => accept,
    async answer(request) {
      const teamId = request.param('id');
      return onTeam(request, teamId, {
        name: 'AnswerTeamAdminOffer',
        target: request.caller.userId,
        payload: { accept: request.body.accept },
        decide: answerTeamAdminOffer,
        actor: member(request, teamId),
      });
    },
  }),
  command(teamCalls.appointTeamAdmin, {
    keepsOrigin: true,
    body: AppointTeamAdmin,
    needsProof: true,
    async answer(request) {
      const actor = await requireAdminAccount(request);
      const teamId = request.param('id');
      if (request.teamHeader !== undefined && request.teamHeader !== teamId) throw forbidden();
      const { userId, reason } = request.body;
      await refuseDisabledAccount(request, userId);
      return onTeam(request, teamId, {
        name: 'AppointTeamAdmin',
        target: userId,
        payload: { userId, reason },
        decide: appointTeamAdmin,
        actor: async () => actor,
      });
    },
  }),
];

/**
 * The accounts of the installation, for the admin account (docs/decisions/write-side/people-leave.md). These are no
 * commands of a stream: the log does not hold accounts. The list is a read (`GET /api/accounts`).
 */
import * as installationCalls from 'language/contract/calls/installation';
import { SetAccountState } from 'language/contract/bodies/accounts';
import { EmptyBody } from 'language/contract/bodies/shared';
import type { AccountState } from 'language/contract/accounts';
import type { EndedSessions } from 'language/contract/sessions';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import { type CommandRequest, command } from '../command-route.ts';
import { requireAdminAccount } from '../rights.ts';

/** @throws HttpProblem 403 for another caller, 404 for an unknown account */
async function accountIn(request: CommandRequest<unknown>): Promise<string> {
  await requireAdminAccount(request);
  const credential = await request.dependencies.credentials.findByUser(request.param('userId'));
  if (!credential?.isConfirmed) throw new HttpProblem(refusal('user-not-found'));
  return credential.userId;
}

export const accountRoutes = [
  command(installationCalls.setAccountState, {
    body: SetAccountState,
    needsProof: true,
    async answer(request): Promise<AccountState> {
      const {
        dependencies: { accountStates },
        caller,
        body: { disabled, reason },
      } = request;
      const userId = await accountIn(request);
      const by = { by: caller.userId, sessionId: caller.sessionId };
      if (disabled && userId === caller.userId) throw new HttpProblem(refusal('admin-account-stays'));
      if (disabled) await accountStates.disable(userId, { ...by, reason });
      else await accountStates.enable(userId, by);
      return { _id: userId, disabled };
    },
  }),
  command(installationCalls.endSessionsOfPerson, {
    body: EmptyBody,
    needsProof: true,
    async answer(request): Promise<EndedSessions> {
      const { dependencies, caller } = request;
      return { ended: await dependencies.sessions.closeAll(await accountIn(request), caller) };
    },
  }),
];

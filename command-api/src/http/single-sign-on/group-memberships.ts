/**
 * Applies a person's groups to the teams that `OIDC_GROUPS` names, at each sign-in. Each team's stream decides, so
 * sign-ins at the same moment write once.
 */
import { derivedId } from '../../commands/derived-id.ts';
import { Rejection } from 'language/domain/command';
import { applyGroups } from 'language/domain/team/decide-groups';
import { membershipsOf } from '../../accounts/single-sign-on/groups.ts';
import type { Subject } from '../../accounts/single-sign-on/identities.ts';
import type { Dependencies } from '../dependencies.ts';
import { endInvitationsOfMembers } from '../team/on-team.ts';
import { selfActor } from '../user/own-account.ts';
import type { SingleSignOn } from './single-sign-on.ts';

export interface Joining {
  readonly who: Subject;
  readonly userId: string;
  readonly email: string;
  readonly groups: readonly string[];
  readonly commandId: string;
}

/**
 * A team that does not exist or is full is logged, and the sign-in goes on.
 * @throws errors of the log and the database: rights that were taken away must not outlive a sign-in
 */
export async function applyGroupMemberships(
  { folds, handle, invitations }: Pick<Dependencies, 'folds' | 'handle' | 'invitations'>,
  { identities, groupMap, logger }: SingleSignOn,
  { who, userId, email, groups, commandId }: Joining,
): Promise<void> {
  const wanted = membershipsOf(groups, groupMap);
  const named = [...groupMap.values()].flat().map(({ team }) => team);
  // Teams that the setting no longer names: their memberships by groups end.
  const before = (await identities.find(who))?.teams ?? [];
  await identities.rememberTeams(who, [...wanted.keys()]);
  for (const team of new Set([...named, ...before])) {
    try {
      await handle({
        name: 'ApplyGroups',
        commandId: derivedId(commandId, `groups:${team}`),
        needsRoom: false,
        fold: folds.team,
        id: team,
        target: userId,
        payload: { userId, email, wanted: wanted.get(team) },
        actor: () => selfActor(userId),
        decide: applyGroups,
      });
      await endInvitationsOfMembers({ folds, invitations }, team, { userId, sessionId: undefined, commandId });
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      if (wanted.has(team))
        logger.warn({ team, reason: error.refusal.reason }, 'single sign-on: a group gives no membership of this team');
    }
  }
}

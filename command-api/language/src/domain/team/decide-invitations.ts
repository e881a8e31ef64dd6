/**
 * A person joins a team by an invitation (docs/decisions/write-side/invitations.md). The person is the actor; the
 * invitation says the role, and who invited them.
 */
import { type Command, Rejection } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { refuseUnless } from '../refusals.ts';
import { created, refuseNewcomers } from './decide.ts';
import type { Role, TeamEvent } from './events.ts';
import type { Team } from './state.ts';

export interface JoinByInvitation {
  readonly userId: string;
  /** Lower case. The mail was sent there, so it needs no other proof. */
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  /** When the invitation was sent, ISO 8601 UTC. */
  readonly sentAt: string;
}

/**
 * A member stays as they are: an invitation changes no role, and enables no one. A person who was removed after it was
 * sent needs a new one.
 */
export function joinByInvitation(team: Team, command: Command<JoinByInvitation>): TeamEvent[] {
  const { userId, email, role, invitedBy, sentAt } = command;
  const { members, removedAt } = created(team);
  refuseUnless(command.actor.id === userId);
  const member = members.find((candidate) => candidate.userId === userId);
  if (member) {
    refuseUnless(!member.disabled);
    return [];
  }
  if (sentAt <= (removedAt.get(userId) ?? '')) throw new Rejection(refusal('invitation-spent'), 'token');
  refuseNewcomers(members.length, [{ userId, email, isProven: true }]);
  return [{ type: 'TeamMemberJoined', data: { userId, email, role, invitedBy } }];
}

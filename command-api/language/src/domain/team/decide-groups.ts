/**
 * Memberships by groups at the provider of single sign-on, decided at each sign-in of the person
 * (docs/decisions/write-side/single-sign-on.md). The person is the actor: their sign-in is what adds them.
 */
import type { Command } from '../command.ts';
import { refuseUnless } from '../refusals.ts';
import { changesOf, created, joining, refuseNewcomers } from './decide.ts';
import type { Role, TeamEvent } from './events.ts';
import type { Team, TeamMember } from './state.ts';

/** The membership that the groups of a person give them in a team. */
export interface GroupMembership {
  readonly role: Role;
  readonly canAudit: boolean;
}
export interface ApplyGroups {
  readonly userId: string;
  /** Lower case. */
  readonly email: string;
  /** Undefined: none of the person's groups belongs to this team. */
  readonly wanted: GroupMembership | undefined;
}

/**
 * Adds the person, or changes or ends the membership that their groups made. A membership that a team admin made, the
 * team's admin, and a disabled member stay as they are. A repetition writes nothing.
 */
export function applyGroups(team: Team, command: Command<ApplyGroups>): TeamEvent[] {
  const { userId, email, wanted } = command;
  const { adminId, members } = created(team);
  refuseUnless(command.actor.id === userId);
  if (userId === adminId) return [];
  const member = members.find((candidate) => candidate.userId === userId);
  if (member === undefined) {
    if (wanted === undefined) return [];
    // The provider knows who the person is: no mail needs to show it.
    refuseNewcomers(members.length, [{ userId, email, isProven: true }]);
    return joining({ userId, email, isProven: true, ...wanted });
  }
  if (!member.isFromGroups || member.disabled) return [];
  if (wanted === undefined) return [{ type: 'TeamMemberRemoved', data: { userId } }];
  return changesOf(member, { role: wanted.role, canAudit: wanted.canAudit || isAppointedByAdmin(member) });
}

/** The team's admin may appoint a member whom groups added. */
const isAppointedByAdmin = ({ canAudit, auditorBy, userId }: TeamMember): boolean => canAudit && auditorBy !== userId;

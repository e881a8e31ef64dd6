/** What is true of a team: its description, its admin, its members in order of joining. The fold of `team-<id>`. */
import type { Specialty } from '../codes.ts';
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { Role, TeamEvent } from './events.ts';

export interface TeamMember {
  readonly userId: string;
  /** Lower case. */
  readonly email: string;
  readonly role: Role;
  readonly touch: Touch;
}

/** `touch` counts the team with its members; each member carries their own as well. */
export interface CreatedTeam {
  readonly status: 'created';
  readonly name: string;
  readonly specialty: Specialty;
  /** HTML. */
  readonly about: string;
  readonly adminId: string;
  readonly adminEmail: string;
  readonly members: readonly TeamMember[];
  readonly touch: Touch;
}
export type Team = { readonly status: 'none' } | CreatedTeam;

export const initial: Team = { status: 'none' };

/** Total: an event that does not fit changes nothing. */
export function evolve(team: Team, event: Recorded<TeamEvent>): Team {
  if (event.type === 'TeamCreated') return { status: 'created', ...event.data, members: [], touch: touchOf(event) };
  if (team.status === 'none') return team;

  const touch = touchOf(event);
  switch (event.type) {
    case 'TeamMemberAdded':
      return { ...team, members: [...team.members, { ...event.data, touch }], touch };
    case 'TeamMemberRoleChanged': {
      const { userId, role } = event.data;
      return { ...team, members: team.members.map((member) => (member.userId === userId ? { ...member, role, touch } : member)), touch };
    }
    default:
      return unknownEvent(event, team);
  }
}

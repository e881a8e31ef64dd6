/** What is allowed with a team: anyone signed in founds one; its members are the admin's business (specification §6). */
import type { Specialty } from '../codes.ts';
import { type Command, Rejection, refuseIfChanged } from '../command.ts';
import { notFound, refuseUnless } from '../refusals.ts';
import type { Role, TeamEvent } from './events.ts';
import type { CreatedTeam, Team } from './state.ts';

export interface CreateTeam {
  readonly name: string;
  readonly specialty: Specialty;
  /** HTML, sanitised. */
  readonly about: string;
  /** The acting person's e-mail, lower case. */
  readonly adminEmail: string;
}
/** An account that exists, looked up by its e-mail by the caller. */
export interface AddTeamMember {
  readonly userId: string;
  /** Lower case. */
  readonly email: string;
}
export interface ChangeMemberRole {
  readonly teamId: string;
  readonly userId: string;
  readonly role: Role;
}

/** The creator is the team's admin and first member, as a clinical pharmacist (decisions, "Rules and rights"). A repeat writes nothing. */
export function createTeam(team: Team, command: Command<CreateTeam>): TeamEvent[] {
  const { name, specialty, about, adminEmail } = command;
  const adminId = command.actor.id;
  if (team.status === 'created') {
    if (team.adminId === adminId && team.name === name) return [];
    throw new Rejection('conflict', 'This team already exists');
  }
  return [
    { type: 'TeamCreated', data: { name, specialty, about, adminId, adminEmail } },
    { type: 'TeamMemberAdded', data: { userId: adminId, email: adminEmail, role: 'pharmacist' } },
  ];
}

/** Specification §4 and §5: new members are clinical pharmacists, each of them once. */
export function addTeamMember(team: Team, command: Command<AddTeamMember>): TeamEvent[] {
  const { userId, email } = command;
  const { members } = created(team);
  refuseUnless(command.actor.isTeamAdmin);
  if (members.some((member) => member.userId === userId)) throw new Rejection('conflict', 'This member already added');
  return [{ type: 'TeamMemberAdded', data: { userId, email, role: 'pharmacist' } }];
}

/** Specification §4: the roles exclude each other. The admin never switches themself (decisions, "Rules and rights"). */
export function changeMemberRole(team: Team, command: Command<ChangeMemberRole>): TeamEvent[] {
  const { teamId, userId, role } = command;
  const { adminId, members } = created(team);
  refuseUnless(command.actor.isTeamAdmin);
  const member = members.find((candidate) => candidate.userId === userId);
  if (member === undefined) throw notFound();
  if (userId === adminId) throw new Rejection('conflict', "The team's admin can't change their own role");
  if (member.role === role) return [];
  refuseIfChanged(command, { kind: 'team', id: teamId }, member.touch);
  return [{ type: 'TeamMemberRoleChanged', data: { userId, role } }];
}

function created(team: Team): CreatedTeam {
  if (team.status === 'none') throw notFound();
  return team;
}

import { describe, expect, test } from 'vitest';
import { madeBy, specificationOf } from '../specification.ts';
import { by, people } from '../specification-people.ts';
import { addTeamMember, changeMemberRole, createTeam } from './decide.ts';
import type { TeamEvent } from './events.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { outsider, pharmacist, teammate, physician, teamAdmin } = people;

const team = { name: 'Adult ICU, Ward 3', specialty: 1, about: '<p>Days and nights</p>', adminEmail: 'admin@hospital.example' } as const;
const created: TeamEvent = {
  type: 'TeamCreated',
  data: { name: team.name, specialty: team.specialty, about: team.about, adminId: teamAdmin.id, adminEmail: team.adminEmail },
};
const adminJoined: TeamEvent = { type: 'TeamMemberAdded', data: { userId: teamAdmin.id, email: team.adminEmail, role: 'pharmacist' } };
const member = { userId: teammate.id, email: 'teammate@hospital.example' };
const memberJoined: TeamEvent = { type: 'TeamMemberAdded', data: { ...member, role: 'pharmacist' } };
const physicianNow: TeamEvent = { type: 'TeamMemberRoleChanged', data: { userId: teammate.id, role: 'physician' } };

describe('founding a team', () => {
  test('makes the founder its admin and its first member, as a clinical pharmacist', () =>
    given().when(createTeam, by(teamAdmin, team)).then(created, adminJoined));
  test('is for anyone signed in', () =>
    given()
      .when(createTeam, by(outsider, team))
      .then(
        { type: 'TeamCreated', data: { ...created.data, adminId: outsider.id } },
        { type: 'TeamMemberAdded', data: { ...adminJoined.data, userId: outsider.id } },
      ));
  test('again writes nothing', () => given(created, adminJoined).when(createTeam, by(teamAdmin, team)).thenNothing());
  test('never takes over a team', () => {
    given(created, adminJoined).when(createTeam, by(outsider, team)).thenRejected('conflict', 'This team already exists');
    given(created, adminJoined).when(createTeam, by(teamAdmin, { ...team, name: 'Another' })).thenRejected('conflict', 'This team already exists');
  });
});

describe('adding a member', () => {
  test('makes them a clinical pharmacist of the team', () =>
    given(created, adminJoined).when(addTeamMember, by(teamAdmin, member)).then(memberJoined));
  test('works once for each person', () => {
    given(created, adminJoined, memberJoined).when(addTeamMember, by(teamAdmin, member)).thenRejected('conflict', 'This member already added');
    given(created, adminJoined)
      .when(addTeamMember, by(teamAdmin, { userId: teamAdmin.id, email: team.adminEmail }))
      .thenRejected('conflict', 'This member already added');
  });
  test('needs the team', () => given().when(addTeamMember, by(teamAdmin, member)).thenRejected('notFound', 'Not found'));
  test("is for the team's admin", () => {
    for (const actor of [outsider, pharmacist, physician]) {
      given(created, adminJoined).when(addTeamMember, by(actor, member)).thenRejected('forbidden', 'Not allowed');
    }
  });
});

describe("changing a member's role", () => {
  const toPhysician = { teamId: 'team-1', userId: teammate.id, role: 'physician' } as const;
  const toPharmacist = { ...toPhysician, role: 'pharmacist' } as const;
  const standing = [created, adminJoined, memberJoined];

  test('makes a pharmacist a physician', () => given(...standing).when(changeMemberRole, by(teamAdmin, toPhysician)).then(physicianNow));
  test('makes a physician a pharmacist', () =>
    given(...standing, physicianNow)
      .when(changeMemberRole, by(teamAdmin, toPharmacist))
      .then({ type: 'TeamMemberRoleChanged', data: { userId: teammate.id, role: 'pharmacist' } }));
  test('to the role they have writes nothing', () => given(...standing).when(changeMemberRole, by(teamAdmin, toPharmacist)).thenNothing());
  test('needs the team and the member', () => {
    given().when(changeMemberRole, by(teamAdmin, toPhysician)).thenRejected('notFound', 'Not found');
    given(created, adminJoined).when(changeMemberRole, by(teamAdmin, toPhysician)).thenRejected('notFound', 'Not found');
  });
  test("is for the team's admin, and never on themself", () => {
    for (const actor of [outsider, teammate, physician]) {
      given(...standing).when(changeMemberRole, by(actor, toPhysician)).thenRejected('forbidden', 'Not allowed');
    }
    for (const role of ['physician', 'pharmacist'] as const) {
      given(...standing)
        .when(changeMemberRole, by(teamAdmin, { teamId: 'team-1', userId: teamAdmin.id, role }))
        .thenRejected('conflict', "The team's admin can't change their own role");
    }
  });
  test('does not overwrite a change of this member made since, whatever happened to others', () => {
    const other = { userId: physician.id, email: 'physician@hospital.example', role: 'pharmacist' } as const;
    const otherJoined: TeamEvent = { type: 'TeamMemberAdded', data: other };
    given(...standing, madeBy(teamAdmin, physicianNow))
      .when(changeMemberRole, by(teamAdmin, toPharmacist, { basedOn: 2n }))
      .thenConflict({ entity: { kind: 'team', id: 'team-1' }, changedBy: teamAdmin.id });
    given(...standing, otherJoined).when(changeMemberRole, by(teamAdmin, toPhysician, { basedOn: 2n })).then(physicianNow);
  });
});

describe('what is true of a team', () => {
  test('is nothing before it was founded', () => {
    expect(given().state).toEqual({ status: 'none' });
    expect(given(memberJoined).state).toEqual({ status: 'none' });
  });
  test('is its description, its admin, and its members in order of joining; every change of a member counts', () =>
    expect(given(created, adminJoined, memberJoined, physicianNow).state).toMatchObject({
      status: 'created',
      ...created.data,
      members: [
        { userId: teamAdmin.id, role: 'pharmacist', touch: { version: 1n } },
        { userId: teammate.id, role: 'physician', touch: { version: 3n } },
      ],
      touch: { version: 3n },
    }));
});

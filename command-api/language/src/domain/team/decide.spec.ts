import { describe, expect, test } from 'vitest';
import { limits } from '../values/codes.ts';
import { madeBy, specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import { addTeamMember, changeMember, createTeam, editTeam, removeTeamMember } from './decide.ts';
import type { TeamEvent } from './events.ts';
import { evolve, initial } from './state.ts';
import { team, created, adminJoined, member, joining, memberJoined, physicianNow } from './team.testdata.ts';

const given = specificationOf({ initial, evolve });
const { outsider, pharmacist, teammate, physician, teamAdmin } = people;

describe('founding a team', () => {
  test('makes the founder its admin and its first member, as a clinical pharmacist', () =>
    given().when(createTeam, by(teamAdmin, team)).then(created, adminJoined));
  test('is for every signed-in user', () =>
    given()
      .when(createTeam, by(outsider, team))
      .then(
        { type: 'TeamCreated', data: { ...created.data, adminId: outsider.id } },
        { type: 'TeamMemberAdded', data: { ...adminJoined.data, userId: outsider.id } },
      ));
  test('again writes nothing', () => given(created, adminJoined).when(createTeam, by(teamAdmin, team)).thenNothing());
  test('never replaces a team', () => {
    given(created, adminJoined)
      .when(createTeam, by(outsider, team))
      .thenRejected('conflict', 'This team already exists');
    given(created, adminJoined)
      .when(createTeam, by(teamAdmin, { ...team, name: 'Another' }))
      .thenRejected('conflict', 'This team already exists');
  });
});

describe('adding a member', () => {
  test('makes them a clinical pharmacist of the team', () =>
    given(created, adminJoined).when(addTeamMember, by(teamAdmin, joining)).then(memberJoined));
  test('is refused for a member', () => {
    given(created, adminJoined, memberJoined)
      .when(addTeamMember, by(teamAdmin, joining))
      .thenRejected('conflict', 'This member already added');
    given(created, adminJoined)
      .when(addTeamMember, by(teamAdmin, { userId: teamAdmin.id, email: team.adminEmail, isProven: true }))
      .thenRejected('conflict', 'This member already added');
  });
  test('needs the team', () =>
    given().when(addTeamMember, by(teamAdmin, joining)).thenRejected('notFound', 'Not found'));
  test("is for the team's admin", () => {
    for (const actor of [outsider, pharmacist, physician]) {
      given(created, adminJoined).when(addTeamMember, by(actor, joining)).thenRejected('forbidden', 'Not allowed');
    }
  });
  test('needs a confirmed e-mail', () =>
    given(created, adminJoined)
      .when(addTeamMember, by(teamAdmin, { ...joining, isProven: false }))
      .thenRejected(
        'conflict',
        'The e-mail address teammate@hospital.example is not confirmed yet: ' +
          'whoever it belongs to does that with the link that was mailed there',
      ));
  test('is refused in a full team', () => {
    const many = Array.from({ length: limits.membersPerTeam - 1 }, (_, n): TeamEvent => ({
      type: 'TeamMemberAdded',
      data: { userId: `user-${n}`, email: `user-${n}@hospital.example`, role: 'pharmacist' },
    }));
    given(created, adminJoined, ...many.slice(1))
      .when(addTeamMember, by(teamAdmin, joining))
      .then(memberJoined);
    given(created, adminJoined, ...many)
      .when(addTeamMember, by(teamAdmin, joining))
      .thenRejected('conflict', 'A team has at most 500 members');
    // The members who are missing in the list count too if there is no If-Match. A list that
    // removes a member makes room.
    given(created, adminJoined, ...many)
      .when(editTeam, by(teamAdmin, { teamId: 'team-1', members: [joining] }))
      .thenRejected('conflict', 'A team has at most 500 members');
    const whole = [
      { userId: teamAdmin.id, email: team.adminEmail, isProven: true },
      ...many.slice(1).map(({ data }) => ({ ...(data as typeof member), isProven: true })),
      joining,
    ];
    given(created, adminJoined, ...many)
      .when(editTeam, by(teamAdmin, { teamId: 'team-1', members: whole }, { basedOn: 500n }))
      .then({ type: 'TeamMemberRemoved', data: { userId: 'user-0' } }, memberJoined);
  });
});

describe("changing a member's role", () => {
  const toPhysician = { teamId: 'team-1', userId: teammate.id, role: 'physician' } as const;
  const toPharmacist = { ...toPhysician, role: 'pharmacist' } as const;
  const teamOfTwo = [created, adminJoined, memberJoined];

  test('makes a pharmacist a physician', () =>
    given(...teamOfTwo)
      .when(changeMember, by(teamAdmin, toPhysician))
      .then(physicianNow));
  test('makes a physician a pharmacist', () =>
    given(...teamOfTwo, physicianNow)
      .when(changeMember, by(teamAdmin, toPharmacist))
      .then({ type: 'TeamMemberRoleChanged', data: { userId: teammate.id, role: 'pharmacist' } }));
  test('makes a member a reader', () =>
    given(...teamOfTwo)
      .when(changeMember, by(teamAdmin, { ...toPhysician, role: 'reader' }))
      .then({ type: 'TeamMemberRoleChanged', data: { userId: teammate.id, role: 'reader' } }));
  test('to the same role writes nothing', () =>
    given(...teamOfTwo)
      .when(changeMember, by(teamAdmin, toPharmacist))
      .thenNothing());
  test('needs the team and the member', () => {
    given().when(changeMember, by(teamAdmin, toPhysician)).thenRejected('notFound', 'Not found');
    given(created, adminJoined).when(changeMember, by(teamAdmin, toPhysician)).thenRejected('notFound', 'Not found');
  });
  test("is for the team's admin, and not for their own membership", () => {
    for (const actor of [outsider, teammate, physician]) {
      given(...teamOfTwo)
        .when(changeMember, by(actor, toPhysician))
        .thenRejected('forbidden', 'Not allowed');
    }
    for (const role of ['physician', 'pharmacist'] as const) {
      given(...teamOfTwo)
        .when(changeMember, by(teamAdmin, { teamId: 'team-1', userId: teamAdmin.id, role }))
        .thenRejected('conflict', "The team's admin can't remove or change their own membership");
    }
  });
  test('conflicts with a later change of this member, and not of others', () => {
    const other = { userId: physician.id, email: 'physician@hospital.example', role: 'pharmacist' } as const;
    const otherJoined: TeamEvent = { type: 'TeamMemberAdded', data: other };
    given(...teamOfTwo, madeBy(teamAdmin, physicianNow))
      .when(changeMember, by(teamAdmin, toPharmacist, { basedOn: 2n }))
      .thenConflict({ entity: { kind: 'team', id: 'team-1' }, changedBy: teamAdmin.id });
    given(...teamOfTwo, otherJoined)
      .when(changeMember, by(teamAdmin, toPhysician, { basedOn: 2n }))
      .then(physicianNow);
  });
});

describe('disabling a member', () => {
  const disabling = { teamId: 'team-1', userId: teammate.id, disabled: true };
  const disabled: TeamEvent = { type: 'TeamMemberDisabled', data: { userId: teammate.id } };

  test('keeps them in the list and can be reverted', () => {
    given(created, adminJoined, memberJoined).when(changeMember, by(teamAdmin, disabling)).then(disabled);
    given(created, adminJoined, memberJoined, disabled)
      .when(changeMember, by(teamAdmin, { ...disabling, disabled: false }))
      .then({ type: 'TeamMemberEnabled', data: { userId: teammate.id } });
    expect(given(created, adminJoined, memberJoined, disabled).state).toMatchObject({
      members: [{ disabled: false }, { userId: teammate.id, role: 'pharmacist', disabled: true }],
    });
  });
  test('can be combined with a new role', () =>
    given(created, adminJoined, memberJoined)
      .when(changeMember, by(teamAdmin, { ...disabling, role: 'physician' }))
      .then(physicianNow, disabled));
  test('again writes nothing', () =>
    given(created, adminJoined, memberJoined, disabled).when(changeMember, by(teamAdmin, disabling)).thenNothing());
});

describe('appointing an auditor', () => {
  const appointing = { teamId: 'team-1', userId: teammate.id, canAudit: true };
  const appointed: TeamEvent = { type: 'TeamAuditorAppointed', data: { userId: teammate.id } };
  const teamOfTwo = [created, adminJoined, memberJoined];

  test('is independent of the role and can be withdrawn', () => {
    given(...teamOfTwo)
      .when(changeMember, by(teamAdmin, appointing))
      .then(appointed);
    given(...teamOfTwo, appointed)
      .when(changeMember, by(teamAdmin, { ...appointing, canAudit: false }))
      .then({ type: 'TeamAuditorWithdrawn', data: { userId: teammate.id } });
    expect(given(...teamOfTwo, appointed, physicianNow).state).toMatchObject({
      members: [{ canAudit: false }, { userId: teammate.id, role: 'physician', canAudit: true }],
    });
    expect(
      given(...teamOfTwo, appointed, { type: 'TeamAuditorWithdrawn', data: { userId: teammate.id } }).state,
    ).toMatchObject({ members: [{}, { canAudit: false }] });
  });
  test('again writes nothing', () =>
    given(...teamOfTwo, appointed)
      .when(changeMember, by(teamAdmin, appointing))
      .thenNothing());
  test('ends with the membership', () =>
    expect(
      given(...teamOfTwo, appointed, { type: 'TeamMemberRemoved', data: { userId: teammate.id } }, memberJoined).state,
    ).toMatchObject({ members: [{}, { userId: teammate.id, canAudit: false }] }));
  test("is for the team's admin, who may audit anyway", () => {
    for (const actor of [outsider, teammate, physician])
      given(...teamOfTwo)
        .when(changeMember, by(actor, appointing))
        .thenRejected('forbidden', 'Not allowed');
    given(...teamOfTwo)
      .when(changeMember, by(teamAdmin, { ...appointing, userId: teamAdmin.id }))
      .thenRejected('conflict', "The team's admin can't remove or change their own membership");
  });
  test('is part of the whole list too, for members and new members', () => {
    const newcomer = { userId: physician.id, email: 'physician@hospital.example', isProven: true };
    given(...teamOfTwo)
      .when(
        editTeam,
        by(
          teamAdmin,
          {
            teamId: 'team-1',
            members: [
              { userId: teamAdmin.id, email: team.adminEmail, isProven: true },
              { ...joining, canAudit: true },
            ],
          },
          { basedOn: 2n },
        ),
      )
      .then(appointed);
    given(...teamOfTwo)
      .when(editTeam, by(teamAdmin, { teamId: 'team-1', members: [{ ...newcomer, canAudit: true }] }))
      .then(
        { type: 'TeamMemberAdded', data: { userId: newcomer.userId, email: newcomer.email, role: 'pharmacist' } },
        { type: 'TeamAuditorAppointed', data: { userId: newcomer.userId } },
      );
  });
});

describe('removing a member', () => {
  const removal = { teamId: 'team-1', userId: teammate.id };
  const removed: TeamEvent = { type: 'TeamMemberRemoved', data: { userId: teammate.id } };
  const teamOfTwo = [created, adminJoined, memberJoined];

  test('removes them; added again they have the default role', () => {
    given(...teamOfTwo)
      .when(removeTeamMember, by(teamAdmin, removal))
      .then(removed);
    given(...teamOfTwo, physicianNow, removed)
      .when(addTeamMember, by(teamAdmin, joining))
      .then(memberJoined);
  });
  test('needs the team and the member', () => {
    given().when(removeTeamMember, by(teamAdmin, removal)).thenRejected('notFound', 'Not found');
    given(...teamOfTwo, removed)
      .when(removeTeamMember, by(teamAdmin, removal))
      .thenRejected('notFound', 'Not found');
  });
  test("is for the team's admin, and not for their own membership", () => {
    for (const actor of [outsider, teammate, physician])
      given(...teamOfTwo)
        .when(removeTeamMember, by(actor, removal))
        .thenRejected('forbidden', 'Not allowed');
    given(...teamOfTwo)
      .when(removeTeamMember, by(teamAdmin, { teamId: 'team-1', userId: teamAdmin.id }))
      .thenRejected('conflict', "The team's admin can't remove or change their own membership");
  });
  test('conflicts with a later change of the member', () =>
    given(...teamOfTwo, madeBy(teamAdmin, physicianNow))
      .when(removeTeamMember, by(teamAdmin, removal, { basedOn: 2n }))
      .thenConflict({ entity: { kind: 'team', id: 'team-1' }, changedBy: teamAdmin.id }));
});

describe('the state of a team', () => {
  test('is none before its creation', () => {
    expect(given().state).toEqual({ status: 'none' });
    expect(given(memberJoined).state).toEqual({ status: 'none' });
  });
  test('has description, admin and members in order of joining; a change of a member changes its version', () =>
    expect(given(created, adminJoined, memberJoined, physicianNow).state).toMatchObject({
      status: 'created',
      ...created.data,
      uploadAccount: { cloudName: '', uploadPreset: 'local' },
      chatAllowed: true,
      members: [
        { userId: teamAdmin.id, role: 'pharmacist', touch: { version: 1n } },
        { userId: teammate.id, role: 'physician', touch: { version: 3n } },
      ],
      touch: { version: 3n },
    }));
});

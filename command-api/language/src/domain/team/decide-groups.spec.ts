import { describe, expect, test } from 'vitest';
import { limits } from '../values/codes.ts';
import { by, people } from '../testing/people.ts';
import { madeBy, specificationOf } from '../testing/specification.ts';
import { applyGroups, type GroupMembership } from './decide-groups.ts';
import type { TeamEvent } from './events.ts';
import { evolve, initial } from './state.ts';
import { adminJoined, created, member, memberJoined, physicianNow } from './team.testdata.ts';

const given = specificationOf({ initial, evolve });
const { outsider, teammate, teamAdmin } = people;

const pharmacist: GroupMembership = { role: 'pharmacist', canAudit: false };
const physician: GroupMembership = { role: 'physician', canAudit: false };
const auditor: GroupMembership = { role: 'reader', canAudit: true };
const signingIn = (wanted: GroupMembership | undefined) => by(teammate, { ...member, wanted });

const founded = [created, madeBy(teamAdmin, adminJoined)];
const joinedByGroups = madeBy(teammate, memberJoined);
const joinedByAdmin = madeBy(teamAdmin, memberJoined);
const appointed = { type: 'TeamAuditorAppointed', data: { userId: teammate.id } } satisfies TeamEvent;
const withdrawn = { type: 'TeamAuditorWithdrawn', data: { userId: teammate.id } } satisfies TeamEvent;
const removed = { type: 'TeamMemberRemoved', data: { userId: teammate.id } } satisfies TeamEvent;
const disabled = { type: 'TeamMemberDisabled', data: { userId: teammate.id } } satisfies TeamEvent;

describe('a person whose group belongs to the team', () => {
  test('becomes a member with its role', () => {
    given(...founded)
      .when(applyGroups, signingIn(physician))
      .then({ type: 'TeamMemberAdded', data: { ...member, role: 'physician' } });
    given(...founded)
      .when(applyGroups, signingIn(auditor))
      .then({ type: 'TeamMemberAdded', data: { ...member, role: 'reader' } }, appointed);
  });
  test('gets another role with another group', () => {
    given(...founded, joinedByGroups)
      .when(applyGroups, signingIn(physician))
      .then(physicianNow);
    given(...founded, joinedByGroups, madeBy(teammate, appointed))
      .when(applyGroups, signingIn(pharmacist))
      .then(withdrawn);
  });
  test('again writes nothing', () =>
    given(...founded, joinedByGroups)
      .when(applyGroups, signingIn(pharmacist))
      .thenNothing());
  test('is refused where the team is full or does not exist', () => {
    const others = Array.from({ length: limits.membersPerTeam - 1 }, (_, at): TeamEvent => ({
      type: 'TeamMemberAdded',
      data: { userId: `user-${at}`, email: `user-${at}@hospital.example`, role: 'reader' },
    }));
    given(...founded, ...others)
      .when(applyGroups, signingIn(pharmacist))
      .thenRejected('conflict', `A team has at most ${limits.membersPerTeam} members`);
    given().when(applyGroups, signingIn(pharmacist)).thenRejected('notFound', 'Not found');
  });
});

describe('a person without a group of the team', () => {
  test('loses the membership that a group had made, and no other one', () => {
    given(...founded, joinedByGroups)
      .when(applyGroups, signingIn(undefined))
      .then(removed);
    given(...founded, joinedByAdmin)
      .when(applyGroups, signingIn(undefined))
      .thenNothing();
    given(...founded)
      .when(applyGroups, signingIn(undefined))
      .thenNothing();
  });
  test('who was added by hand after a group had added them stays', () =>
    given(...founded, joinedByGroups, madeBy(teamAdmin, removed), joinedByAdmin)
      .when(applyGroups, signingIn(undefined))
      .thenNothing());
});

describe('what a team admin made by hand stays', () => {
  test('the role of a member whom they added', () =>
    given(...founded, joinedByAdmin)
      .when(applyGroups, signingIn(physician))
      .thenNothing());
  test('a member whom they disabled', () => {
    for (const wanted of [physician, undefined])
      given(...founded, joinedByGroups, madeBy(teamAdmin, disabled))
        .when(applyGroups, signingIn(wanted))
        .thenNothing();
  });
  test('an auditor whom they appointed, until the membership ends', () => {
    given(...founded, joinedByGroups, madeBy(teamAdmin, appointed))
      .when(applyGroups, signingIn(pharmacist))
      .thenNothing();
    given(...founded, joinedByGroups, madeBy(teamAdmin, appointed))
      .when(applyGroups, signingIn(undefined))
      .then(removed);
  });
  test("the team's admin", () => {
    for (const wanted of [physician, undefined])
      given(...founded)
        .when(applyGroups, by(teamAdmin, { userId: teamAdmin.id, email: 'admin@hospital.example', wanted }))
        .thenNothing();
  });
});

describe('a former admin stays a member with their role', () => {
  const handedOver = (from: string, adminId: string): TeamEvent => ({
    type: 'TeamAdminHandedOver',
    data: { adminId, adminEmail: 'next@hospital.example', formerAdminId: from },
  });
  test('the founder', () => {
    for (const wanted of [physician, undefined])
      given(...founded, joinedByAdmin, madeBy(teammate, handedOver(teamAdmin.id, teammate.id)))
        .when(applyGroups, by(teamAdmin, { userId: teamAdmin.id, email: 'admin@hospital.example', wanted }))
        .thenNothing();
  });
  test('a person whom a group had added, and who was the admin since', () => {
    const passedOn = [handedOver(teamAdmin.id, teammate.id), handedOver(teammate.id, teamAdmin.id)];
    for (const wanted of [physician, undefined])
      given(...founded, joinedByGroups, ...passedOn.map((event) => madeBy(teammate, event)))
        .when(applyGroups, signingIn(wanted))
        .thenNothing();
  });
  test('but not a founder who was removed, and whom a group added later', () =>
    given(
      ...founded,
      joinedByAdmin,
      handedOver(teamAdmin.id, teammate.id),
      madeBy(teammate, { type: 'TeamMemberRemoved', data: { userId: teamAdmin.id } }),
      madeBy(teamAdmin, adminJoined),
    )
      .when(applyGroups, by(teamAdmin, { userId: teamAdmin.id, email: 'admin@hospital.example', wanted: undefined }))
      .then({ type: 'TeamMemberRemoved', data: { userId: teamAdmin.id } }));
});

test('groups are applied to the acting person only', () =>
  given(...founded)
    .when(applyGroups, by(outsider, { ...member, wanted: pharmacist }))
    .thenRejected('forbidden', 'Not allowed'));

test('the state says who added a member and who appointed an auditor', () =>
  expect(given(...founded, joinedByGroups, madeBy(teamAdmin, appointed)).state).toMatchObject({
    members: [{ isFromGroups: false }, { isFromGroups: true, auditorBy: teamAdmin.id }],
  }));

import { expect, test } from 'vitest';
import { limits } from '../values/codes.ts';
import { by, people } from '../testing/people.ts';
import { madeBy, recorded, specificationOf } from '../testing/specification.ts';
import { joinByInvitation } from './decide-invitations.ts';
import type { TeamEvent } from './events.ts';
import { evolve, initial } from './state.ts';
import { adminJoined, created, member, memberJoined } from './team.testdata.ts';

const given = specificationOf({ initial, evolve });
const { outsider, teammate, teamAdmin } = people;
const founded = [created, madeBy(teamAdmin, adminJoined)];
const joining = by(teammate, {
  ...member,
  role: 'physician' as const,
  invitedBy: teamAdmin.id,
  sentAt: '2026-03-01T00:00:00.000Z',
});
const joined: TeamEvent = {
  type: 'TeamMemberJoined',
  data: { ...member, role: 'physician', invitedBy: teamAdmin.id },
};

test('an invited person joins with the role of the invitation', () => {
  given(...founded)
    .when(joinByInvitation, joining)
    .then(joined);
});

test('a member stays as they are, and a disabled one is refused', () => {
  given(...founded, memberJoined)
    .when(joinByInvitation, joining)
    .thenNothing();
  given(...founded, memberJoined, { type: 'TeamMemberDisabled', data: { userId: teammate.id } })
    .when(joinByInvitation, joining)
    .thenRejected('forbidden', 'Not allowed');
});

test('an invitation of before a removal brings no one back, and one of after it does', () => {
  const removed: TeamEvent = { type: 'TeamMemberRemoved', data: { userId: teammate.id } };
  given(...founded, memberJoined, removed)
    .when(joinByInvitation, joining)
    .thenInvalid('token', 'This invitation has been used or withdrawn, or is too old: please ask for a new one');
  given(...founded, memberJoined, removed)
    .when(joinByInvitation, { ...joining, sentAt: '2026-03-01T00:03:00.001Z' })
    .then(joined);
});

test('no other person uses it, and a full or unknown team refuses', () => {
  given(...founded)
    .when(joinByInvitation, { ...joining, actor: outsider })
    .thenRejected('forbidden', 'Not allowed');
  const others = Array.from({ length: limits.membersPerTeam - 1 }, (_, at): TeamEvent => ({
    type: 'TeamMemberAdded',
    data: { userId: `user-${at}`, email: `user-${at}@hospital.example`, role: 'reader' },
  }));
  given(...founded, ...others)
    .when(joinByInvitation, joining)
    .thenRejected('conflict', `A team has at most ${limits.membersPerTeam} members`);
  given().when(joinByInvitation, joining).thenRejected('notFound', 'Not found');
});

test('no group made the membership, although its member is the actor', () => {
  const team = recorded([created, adminJoined, joined]).reduce(evolve, initial);
  const members = team.status === 'created' ? team.members : [];
  expect(members.find(({ userId }) => userId === teammate.id)).toMatchObject({ isFromGroups: false });
});

import type { Member } from 'command-api/contract/entities';
import { expect, test } from 'vitest';
import { can } from './policy.ts';

const member = (userId: string, rights: Partial<Member>): Member => ({
  user: `${userId}@x`,
  userId,
  firstName: '',
  lastName: '',
  isPhysic: false,
  canEdit: false,
  canRead: true,
  disabled: false,
  canAudit: false,
  ...rights,
});
const team = {
  adminId: 'admin',
  members: [
    member('admin', {}),
    member('pharmacist', { canEdit: true }),
    member('physician', { isPhysic: true }),
    member('gone', { canEdit: true, disabled: true }),
  ],
};

test.each([
  ['pharmacist', { edit: true, notes: false, administer: false }],
  ['physician', { edit: false, notes: true, administer: false }],
  ['admin', { edit: false, notes: false, administer: true }],
  ['gone', { edit: false, notes: false, administer: false }],
  ['stranger', { edit: false, notes: false, administer: false }],
])('%s', (_id, expected) => {
  const person = { _id };
  expect({
    edit: can.edit(person, team),
    notes: can.writeNotes(person, team),
    administer: can.administer(person, team),
  }).toEqual(expected);
  expect(can.rate(person, team)).toBe(expected.administer);
});
test('a follow-up date is also set by whichever clinical pharmacist takes over', () => {
  const review = { userId: 'physician' };
  expect(['pharmacist', 'physician', 'admin', 'gone'].filter((_id) => can.planFollowUp({ _id }, team, review))).toEqual(
    ['pharmacist', 'physician'],
  );
});
test('whoever is appointed audits beside the admin, while they are a member', () => {
  const auditors = {
    ...team,
    members: team.members.map((one) => ({ ...one, canAudit: one.userId === 'physician' || one.userId === 'gone' })),
  };
  expect(
    ['pharmacist', 'physician', 'admin', 'gone', 'stranger'].filter((_id) => can.audit({ _id }, auditors)),
  ).toEqual(['physician', 'admin']);
});
test('reviews and notes belong to their author', () => {
  expect([
    can.editReview({ _id: 'a' }, { userId: 'a' }),
    can.editReview({ _id: 'b' }, { userId: 'a' }),
    can.editNote({ _id: 'a' }, { userId: 'a' }),
  ]).toEqual([true, false, true]);
});

import type { Member } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { policy } from './policy.ts';

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
  _id: 't1',
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
    edit: policy.edit(person, team),
    notes: policy.writeNotes(person, team),
    administer: policy.administer(person, team),
  }).toEqual(expected);
  expect(policy.rate(person, team)).toBe(expected.administer);
});
test('every clinical pharmacist of the team may set a follow-up date', () => {
  const review = { userId: 'physician' };
  expect(
    ['pharmacist', 'physician', 'admin', 'gone'].filter((_id) => policy.planFollowUp({ _id }, team, review)),
  ).toEqual(['pharmacist', 'physician']);
});
test('the response is for the author and the clinical pharmacist who has taken the entry over', () => {
  const people = ['pharmacist', 'physician', 'admin', 'gone', 'stranger'];
  const entry = { userId: 'physician' };
  const respond = (responsible?: string) =>
    people.filter((_id) =>
      policy.recordResponse({ _id }, team, responsible === undefined ? entry : { ...entry, responsible }),
    );
  expect(respond()).toEqual(['physician']);
  expect(respond('pharmacist')).toEqual(['pharmacist', 'physician']);
  expect(respond('gone')).toEqual(['physician']);
  const takeOver = (responsible: string) =>
    people.filter((_id) => policy.takeOver({ _id }, team, { ...entry, responsible }));
  expect([takeOver('gone'), takeOver('pharmacist')]).toEqual([['pharmacist'], []]);
});
test('an appointed auditor may audit while they are a member', () => {
  const auditors = {
    ...team,
    members: team.members.map((one) => ({ ...one, canAudit: one.userId === 'physician' || one.userId === 'gone' })),
  };
  expect(
    ['pharmacist', 'physician', 'admin', 'gone', 'stranger'].filter((_id) => policy.audit({ _id }, auditors)),
  ).toEqual(['physician', 'admin']);
});
test('only the author may edit a review or a note', () => {
  expect([
    policy.editReview({ _id: 'a' }, { userId: 'a' }),
    policy.editReview({ _id: 'b' }, { userId: 'a' }),
    policy.editNote({ _id: 'a' }, { userId: 'a' }),
  ]).toEqual([true, false, true]);
});

test('allergies are changed by pharmacists and physicians, in the team of the patient alone', () => {
  const may = (_id: string, of = 't1') => policy.changeAllergies({ _id }, team, { team: of });
  expect(['pharmacist', 'physician', 'admin', 'gone', 'stranger'].filter((id) => may(id))).toEqual([
    'pharmacist',
    'physician',
  ]);
  expect(may('pharmacist', 't2')).toBe(false);
});

import { describe, test } from 'vitest';
import { madeBy, specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import { type ListedMember, editTeam } from './decide.ts';
import type { TeamEvent } from './events.ts';
import { evolve, initial } from './state.ts';
import { team, created, adminJoined, member, memberJoined, physicianNow } from './team.testdata.ts';

const given = specificationOf({ initial, evolve });
const { outsider, pharmacist, teammate, physician, teamAdmin } = people;

describe("the team admin screen's Update", () => {
  const teamOfTwo = [created, adminJoined, memberJoined];
  const newest = { basedOn: 2n };
  const admin = { userId: teamAdmin.id, email: team.adminEmail };
  const newcomer = { userId: physician.id, email: 'physician@hospital.example' };
  const edit = (
    { members, ...fields }: { members?: readonly Omit<ListedMember, 'isProven'>[]; [field: string]: unknown },
    envelope = {},
  ) =>
    [
      editTeam,
      by(
        teamAdmin,
        {
          teamId: 'team-1',
          ...fields,
          ...(members && { members: members.map((one) => ({ ...one, isProven: true })) }),
        },
        envelope,
      ),
    ] as const;
  const described: TeamEvent = { type: 'TeamDescribed', data: { name: 'ICU', specialty: 2, about: '<p>Nights</p>' } };

  test('writes only what has changed', () => {
    given(...teamOfTwo)
      .when(...edit({ name: 'ICU', specialty: 2, about: '<p>Nights</p>' }))
      .then(described);
    given(...teamOfTwo)
      .when(...edit({ name: 'ICU' }))
      .then({ type: 'TeamDescribed', data: { name: 'ICU', specialty: team.specialty, about: team.about } });
    given(...teamOfTwo)
      .when(
        ...edit({
          name: team.name,
          specialty: team.specialty,
          about: team.about,
          cloudName: '',
          uploadPreset: 'local',
        }),
      )
      .thenNothing();
    given(...teamOfTwo)
      .when(...edit({}))
      .thenNothing();
  });
  test('requires a second factor, waives it, and writes nothing the second time', () => {
    const required: TeamEvent = { type: 'TeamSecondFactorRequired', data: {} };
    const waived: TeamEvent = { type: 'TeamSecondFactorWaived', data: {} };
    const require = edit({ secondFactorRequired: true });
    const waive = edit({ secondFactorRequired: false });
    given(...teamOfTwo)
      .when(...require)
      .then(required);
    given(...teamOfTwo, required)
      .when(...require)
      .thenNothing();
    given(...teamOfTwo, required)
      .when(...waive)
      .then(waived);
    given(...teamOfTwo)
      .when(...waive)
      .thenNothing();
  });
  test('sets the language of exported files, from English, and writes nothing the second time', () => {
    const arabic: TeamEvent = { type: 'TeamExportLanguageSet', data: { language: 'ar' } };
    given(...teamOfTwo)
      .when(...edit({ exportLanguage: 'en' }))
      .thenNothing();
    given(...teamOfTwo)
      .when(...edit({ exportLanguage: 'ar' }))
      .then(arabic);
    given(...teamOfTwo, arabic)
      .when(...edit({ exportLanguage: 'ar', name: team.name }))
      .thenNothing();
    given(...teamOfTwo, arabic)
      .when(...edit({ exportLanguage: 'en' }))
      .then({ type: 'TeamExportLanguageSet', data: { language: 'en' } });
    for (const actor of [outsider, pharmacist, physician])
      given(...teamOfTwo)
        .when(editTeam, by(actor, { teamId: 'team-1', exportLanguage: 'ar' }))
        .thenRejected('forbidden', 'Not allowed');
  });
  test('sets the upload account', () =>
    given(...teamOfTwo)
      .when(...edit({ cloudName: 'ward-three', uploadPreset: 'gallery' }))
      .then({ type: 'UploadAccountSet', data: { cloudName: 'ward-three', uploadPreset: 'gallery' } }));

  test('switches the chat assistant off and on; without a difference it writes nothing', () => {
    const off: TeamEvent = { type: 'TeamChatSwitchedOff', data: {} };
    given(...teamOfTwo)
      .when(...edit({ chatAllowed: false }))
      .then(off);
    given(...teamOfTwo)
      .when(...edit({ chatAllowed: true }))
      .thenNothing();
    given(...teamOfTwo, off)
      .when(...edit({ chatAllowed: true }))
      .then({ type: 'TeamChatSwitchedOn', data: {} });
    given(...teamOfTwo, off)
      .when(...edit({ name: team.name }))
      .thenNothing();
    for (const actor of [outsider, pharmacist, physician])
      given(...teamOfTwo)
        .when(editTeam, by(actor, { teamId: 'team-1', chatAllowed: false }))
        .thenRejected('forbidden', 'Not allowed');
  });

  test('turns a changed list into the smallest events', () => {
    given(...teamOfTwo)
      .when(...edit({ members: [admin, { ...member, role: 'physician' }] }, newest))
      .then(physicianNow);
    given(...teamOfTwo)
      .when(...edit({ members: [admin] }, newest))
      .then({ type: 'TeamMemberRemoved', data: { userId: teammate.id } });
    given(...teamOfTwo)
      .when(...edit({ members: [admin, { ...member, disabled: true }, { ...newcomer, role: 'physician' }] }, newest))
      .then(
        { type: 'TeamMemberDisabled', data: { userId: teammate.id } },
        { type: 'TeamMemberAdded', data: { ...newcomer, role: 'physician' } },
      );
    given(...teamOfTwo)
      .when(...edit({ members: [admin, member] }, newest))
      .thenNothing();
  });
  test('adds a disabled member with two events', () =>
    given(...teamOfTwo)
      .when(...edit({ members: [admin, member, { ...newcomer, disabled: true }] }, newest))
      .then(
        { type: 'TeamMemberAdded', data: { ...newcomer, role: 'pharmacist' } },
        { type: 'TeamMemberDisabled', data: { userId: physician.id } },
      ));
  test('only adds members without If-Match', () => {
    given(...teamOfTwo)
      .when(...edit({ members: [newcomer] }))
      .then({ type: 'TeamMemberAdded', data: { ...newcomer, role: 'pharmacist' } });
    given(...teamOfTwo)
      .when(...edit({ members: [{ ...member, role: 'physician' }] }))
      .thenNothing();
    given(...teamOfTwo)
      .when(...edit({ members: [] }))
      .thenNothing();
  });
  test('conflicts with a later change of the team', () => {
    given(...teamOfTwo, madeBy(teamAdmin, physicianNow))
      .when(...edit({ members: [admin] }, newest))
      .thenConflict({ entity: { kind: 'team', id: 'team-1' }, changedBy: teamAdmin.id });
    given(...teamOfTwo, madeBy(teamAdmin, described))
      .when(...edit({ name: 'CCU' }, newest))
      .thenConflict({ entity: { kind: 'team', id: 'team-1' }, changedBy: teamAdmin.id });
    given(...teamOfTwo, madeBy(teamAdmin, described))
      .when(...edit({ name: 'ICU' }, newest))
      .thenNothing();
  });
  test('refuses a member twice', () =>
    given(...teamOfTwo)
      .when(...edit({ members: [newcomer, newcomer] }))
      .thenRejected('conflict', 'This member already added'));
  test("does not change the admin's own membership", () => {
    const refused = "The team's admin can't remove or change their own membership";
    given(...teamOfTwo)
      .when(...edit({ members: [member] }, newest))
      .thenRejected('conflict', refused);
    given(...teamOfTwo)
      .when(...edit({ members: [{ ...admin, role: 'physician' }, member] }, newest))
      .thenRejected('conflict', refused);
    given(...teamOfTwo)
      .when(...edit({ members: [{ ...admin, disabled: true }, member] }, newest))
      .thenRejected('conflict', refused);
  });
  test("is for the team's admin, and needs the team", () => {
    given()
      .when(...edit({ name: 'ICU' }))
      .thenRejected('notFound', 'Not found');
    for (const actor of [outsider, teammate, physician])
      given(...teamOfTwo)
        .when(editTeam, by(actor, { teamId: 'team-1', name: 'ICU' }))
        .thenRejected('forbidden', 'Not allowed');
  });
});

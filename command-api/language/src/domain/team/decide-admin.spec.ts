import { describe, expect, test } from 'vitest';
import { by, people } from '../testing/people.ts';
import { recorded, specificationOf } from '../testing/specification.ts';
import { answerTeamAdminOffer, appointTeamAdmin, offerTeamAdmin, withdrawTeamAdminOffer } from './decide-admin.ts';
import type { TeamEvent } from './events.ts';
import { evolve, initial } from './state.ts';
import { adminJoined, created, member, memberJoined } from './team.testdata.ts';

const given = specificationOf({ initial, evolve });
const { outsider, pharmacist, teammate, teamAdmin, adminAccount } = people;
const team = [created, adminJoined, memberJoined];
const toMember = { userId: teammate.id };
const offered: TeamEvent = { type: 'TeamAdminOffered', data: toMember };
const disabled: TeamEvent = { type: 'TeamMemberDisabled', data: toMember };
const enabled: TeamEvent = { type: 'TeamMemberEnabled', data: toMember };
const removed: TeamEvent = { type: 'TeamMemberRemoved', data: toMember };
const place = { adminId: teammate.id, adminEmail: member.email, formerAdminId: teamAdmin.id };
const handedOver: TeamEvent = { type: 'TeamAdminHandedOver', data: place };

describe('the admin offers their place', () => {
  test('to an enabled member', () => {
    given(...team)
      .when(offerTeamAdmin, by(teamAdmin, toMember))
      .then(offered);
    given(...team, offered)
      .when(offerTeamAdmin, by(teamAdmin, toMember))
      .thenNothing();
  });
  test('to no one else', () => {
    given(...team)
      .when(offerTeamAdmin, by(teammate, toMember))
      .thenRejected('forbidden', 'Not allowed');
    given(...team)
      .when(offerTeamAdmin, by(teamAdmin, { userId: outsider.id }))
      .thenRejected('notFound', 'Not found');
    given(...team)
      .when(offerTeamAdmin, by(teamAdmin, { userId: teamAdmin.id }))
      .thenRejected('conflict', 'This member is the admin of the team already');
    given(...team, disabled)
      .when(offerTeamAdmin, by(teamAdmin, toMember))
      .thenRejected('conflict', 'This member is disabled, and cannot be the admin of the team');
    given().when(offerTeamAdmin, by(teamAdmin, toMember)).thenRejected('notFound', 'Not found');
  });
  test('and withdraws it', () => {
    given(...team, offered)
      .when(withdrawTeamAdminOffer, by(teamAdmin, {}))
      .then({ type: 'TeamAdminOfferWithdrawn', data: toMember });
    given(...team)
      .when(withdrawTeamAdminOffer, by(teamAdmin, {}))
      .thenNothing();
    given(...team, offered)
      .when(withdrawTeamAdminOffer, by(teammate, {}))
      .thenRejected('forbidden', 'Not allowed');
  });
});

describe('the member with the offer', () => {
  const refused = 'The admin of the team has not offered you their place, or has withdrawn the offer';
  test('accepts, or declines', () => {
    expect(
      answerTeamAdminOffer(recorded([...team, offered]).reduce(evolve, initial), by(teammate, { accept: true })),
    ).toEqual([handedOver]);
    expect(
      answerTeamAdminOffer(recorded([...team, offered]).reduce(evolve, initial), by(teammate, { accept: false })),
    ).toEqual([{ type: 'TeamAdminOfferDeclined', data: toMember }]);
  });
  test('is the only one who can, once', () => {
    for (const events of [team, [...team, offered, handedOver], [...team, offered, removed, memberJoined]])
      given(...events)
        .when(answerTeamAdminOffer, by(teammate, { accept: true }))
        .thenRejected('conflict', refused);
    given(...team, offered)
      .when(answerTeamAdminOffer, by(pharmacist, { accept: true }))
      .thenRejected('conflict', refused);
    given(...team, offered)
      .when(answerTeamAdminOffer, by(outsider, { accept: true }))
      .thenRejected('forbidden', 'Not allowed');
  });
  test('loses it while disabled, also after being enabled', () =>
    given(...team, offered, disabled, enabled)
      .when(answerTeamAdminOffer, by(teammate, { accept: true }))
      .thenRejected('conflict', refused));
});

test('the new admin keeps the team, and the former one is a member whom they may remove', () => {
  const after = recorded([...team, offered, handedOver]).reduce(evolve, initial);
  expect(after).toMatchObject({ adminId: teammate.id, adminEmail: member.email, offeredTo: undefined });
  expect(after.status === 'created' && after.members.map(({ userId }) => userId)).toEqual([teamAdmin.id, teammate.id]);
});

describe('the admin account', () => {
  const appoint = { ...toMember, reason: 'Left in May' };
  test('appoints a member, with a reason', () => {
    given(...team, offered)
      .when(appointTeamAdmin, by(adminAccount, appoint))
      .then({ type: 'TeamAdminAppointed', data: { ...place, reason: 'Left in May' } });
    given(...team, offered, handedOver)
      .when(appointTeamAdmin, by(adminAccount, appoint))
      .thenNothing();
  });
  test('appoints no stranger and no disabled member, and no one else appoints', () => {
    given(...team)
      .when(appointTeamAdmin, by(adminAccount, { ...appoint, userId: outsider.id }))
      .thenRejected('notFound', 'Not found');
    given(...team, disabled)
      .when(appointTeamAdmin, by(adminAccount, appoint))
      .thenRejected('conflict', 'This member is disabled, and cannot be the admin of the team');
    given(...team)
      .when(appointTeamAdmin, by(teamAdmin, appoint))
      .thenRejected('forbidden', 'Not allowed');
  });
});

import { describe, expect, test } from 'vitest';
import { madeBy, specificationOf } from '../testing/specification.ts';
import { by, people, today } from '../testing/people.ts';
import {
  acceptRecommendation,
  deleteErrorTemplate,
  editProfile,
  registerUser,
  saveErrorTemplate,
  verifyEmail,
  writeRecommendation,
} from './decide.ts';
import { recommendationId, type UserEvent, userOfRecommendation } from './events.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });

const { pharmacist: mona, teammate, outsider } = people;
const userId = mona.id;
const account = { firstName: 'Mona', lastName: 'Adel', email: 'mona@hospital.example', phone: '+20 ١٠٠ 123 4567' };
const registered: UserEvent = {
  type: 'UserRegistered',
  data: { ...account, phoneNormalised: '01001234567', start: today },
};
const profile = {
  firstName: 'Mona',
  lastName: 'Adel',
  phone: account.phone,
  phoneNormalised: '01001234567',
  title: '',
  about: '',
};
const titled: UserEvent = { type: 'UserProfileChanged', data: { ...profile, title: 'Clinical pharmacist' } };

describe('signing up', () => {
  test('keeps the phone as typed and normalised, and starts today', () =>
    given().when(registerUser, by(outsider, account)).then(registered));

  test('again with the same e-mail writes nothing, so that an interrupted sign-up can be completed', () =>
    given(registered)
      .when(registerUser, by(outsider, { ...account, phone: '' }))
      .thenNothing());

  test('never changes the e-mail of an account', () =>
    given(registered)
      .when(registerUser, by(outsider, { ...account, email: 'other@hospital.example' }))
      .thenRejected('conflict', 'This account already exists'));

  test('sets the state of the person', () => {
    expect(given().state).toEqual({ status: 'none' });
    expect(given(registered).state).toMatchObject({
      status: 'registered',
      ...registered.data,
      emailVerified: false,
      title: '',
      about: '',
      touch: { version: 0n },
    });
  });
});

describe('the profile', () => {
  test('changes the given fields and keeps the rest', () =>
    given(registered)
      .when(editProfile, by(mona, { userId, title: 'Clinical pharmacist' }))
      .then(titled));
  test('normalises the phone', () =>
    given(registered)
      .when(editProfile, by(mona, { userId, phone: '٠١٢ ٠٠' }))
      .then({ type: 'UserProfileChanged', data: { ...profile, phone: '٠١٢ ٠٠', phoneNormalised: '01200' } }));
  test('without a difference writes nothing', () => {
    given(registered).when(editProfile, by(mona, { userId })).thenNothing();
    given(registered, titled)
      .when(editProfile, by(mona, { userId, title: 'Clinical pharmacist' }, { basedOn: 0n }))
      .thenNothing();
  });
  test('is changed by its owner only', () =>
    given(registered)
      .when(editProfile, by(teammate, { userId, title: 'Boss' }))
      .thenRejected('forbidden', 'Not allowed'));
  test('of an unknown person is not found', () =>
    given()
      .when(editProfile, by(mona, { userId, title: 'Boss' }))
      .thenRejected('notFound', 'User not found'));
  test('conflicts with a later change in another window', () =>
    given(registered, madeBy(mona, titled))
      .when(editProfile, by(mona, { userId, title: 'Head of pharmacy' }, { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'user', id: userId }, changedBy: userId }));
});

describe('an e-mail', () => {
  const verified: UserEvent = { type: 'UserEmailVerified', data: { email: account.email } };
  test('is verified once', () => {
    given(registered).when(verifyEmail, by(mona, { userId })).then(verified);
    given(registered, verified).when(verifyEmail, by(mona, { userId })).thenNothing();
  });
  test("that differs from the account's is not verified by its event", () =>
    expect(
      given(registered, { type: 'UserEmailVerified', data: { email: 'old@hospital.example' } }).state,
    ).toMatchObject({ emailVerified: false }));
  test('of another person is not verified', () =>
    given(registered).when(verifyEmail, by(teammate, { userId })).thenRejected('forbidden', 'Not allowed'));
});

describe('a recommendation', () => {
  const id = recommendationId(userId, 'part');
  const text = { recommendationId: id, recommendation: '<p>Careful with renal doses</p>' };
  const written: UserEvent = { type: 'RecommendationWritten', data: { ...text, recommenderId: teammate.id } };
  const published: UserEvent = { type: 'RecommendationPublished', data: { recommendationId: id } };
  const hidden: UserEvent = { type: 'RecommendationHidden', data: { recommendationId: id } };

  test('is hidden when it is written', () => {
    given(registered)
      .when(writeRecommendation, by(teammate, { userId, ...text }))
      .then(written);
    expect(given(registered, written).state).toMatchObject({
      recommendations: [{ isAccepted: false, recommenderId: teammate.id }],
      touch: { version: 0n },
    });
  });
  test('is written once by each person', () =>
    given(registered, written)
      .when(writeRecommendation, by(teammate, { userId, ...text, recommendationId: recommendationId(userId, 'other') }))
      .thenRejected('conflict', 'You have already recommended this user'));
  test('never replaces another one', () =>
    given(registered, written)
      .when(writeRecommendation, by(outsider, { userId, ...text }))
      .thenRejected('conflict', 'This recommendation already exists'));
  test('is never of oneself', () =>
    given(registered)
      .when(writeRecommendation, by(mona, { userId, ...text }))
      .thenInvalid('user', 'You cannot recommend yourself'));
  test('of an unknown person is refused', () =>
    given()
      .when(writeRecommendation, by(teammate, { userId, ...text }))
      .thenRejected('notFound', 'User not found'));

  const accept = { userId, recommendationId: id };
  test('is published and hidden by its owner', () => {
    given(registered, written)
      .when(acceptRecommendation, by(mona, { ...accept, isAccepted: true }))
      .then(published);
    given(registered, written, published)
      .when(acceptRecommendation, by(mona, { ...accept, isAccepted: false }))
      .then(hidden);
    given(registered, written, published, hidden)
      .when(acceptRecommendation, by(mona, { ...accept, isAccepted: false }))
      .thenNothing();
  });
  test('is not published by its author', () =>
    given(registered, written)
      .when(acceptRecommendation, by(teammate, { ...accept, isAccepted: true }))
      .thenRejected('forbidden', 'Not allowed'));
  test('that does not exist is not found', () =>
    given(registered)
      .when(acceptRecommendation, by(mona, { ...accept, isAccepted: true }))
      .thenRejected('notFound', 'Not found'));
  test('that was published in another window conflicts with hiding it', () =>
    given(registered, written, madeBy(mona, published))
      .when(acceptRecommendation, by(mona, { ...accept, isAccepted: false }, { basedOn: 1n }))
      .thenConflict({ entity: { kind: 'user', id }, changedBy: userId }));
  test("has an id that leads to its owner's stream", () => expect(userOfRecommendation(id)).toBe(userId));
});

describe('an error template', () => {
  const template = {
    templateId: 'template-1',
    errDrugTradeId: 'drug-1.0',
    errType: 'type-1',
    errNote: '<p>Check INR</p>',
  };
  const saved: UserEvent = { type: 'UserErrorTemplateSaved', data: template };
  const deleted: UserEvent = { type: 'UserErrorTemplateDeleted', data: { templateId: 'template-1' } };

  test('is saved, and an equal note writes nothing', () => {
    given(registered)
      .when(saveErrorTemplate, by(mona, { userId, ...template }))
      .then(saved);
    given(registered, saved)
      .when(saveErrorTemplate, by(mona, { userId, ...template, templateId: 'template-2' }))
      .thenNothing();
  });
  test('never replaces another one', () =>
    given(registered, saved)
      .when(saveErrorTemplate, by(mona, { userId, ...template, errNote: '<p>Another</p>' }))
      .thenRejected('conflict', 'This template already exists'));
  test('is deleted and then missing', () => {
    given(registered, saved)
      .when(deleteErrorTemplate, by(mona, { userId, templateId: 'template-1' }))
      .then(deleted);
    given(registered, saved, deleted)
      .when(deleteErrorTemplate, by(mona, { userId, templateId: 'template-1' }))
      .thenRejected('notFound', 'Not found');
  });
  test('is for its owner only', () => {
    given(registered)
      .when(saveErrorTemplate, by(teammate, { userId, ...template }))
      .thenRejected('forbidden', 'Not allowed');
    given(registered, saved)
      .when(deleteErrorTemplate, by(teammate, { userId, templateId: 'template-1' }))
      .thenRejected('forbidden', 'Not allowed');
  });
  test('does not change the version of the profile', () =>
    expect(given(registered, saved, deleted).state).toMatchObject({ errorTemplates: [], touch: { version: 0n } }));
  test('that was saved later conflicts with its deletion', () =>
    given(registered, madeBy(mona, saved))
      .when(deleteErrorTemplate, by(mona, { userId, templateId: 'template-1' }, { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'user', id: 'template-1' }, changedBy: userId }));
});

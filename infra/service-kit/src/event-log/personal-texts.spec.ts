import { randomBytes } from 'node:crypto';
import { userEvents } from 'language/domain/user/events';
import { expect, test } from 'vitest';
import { hasPersonalTexts, hasSealedTexts, withOpenedTexts, withSealedTexts } from './personal-texts.ts';

const key = randomBytes(32);
const identity = { stream: 'user-1', eventId: '7b0e2b4e-8f5d-5b1c-9a3d-2c1e0f9d8c7b' };
const type = 'UserErrorTemplateSaved';
const template = { templateId: 't', errDrugTradeId: 'd', errType: 'e', errNote: '<p>راجع INR</p>' };

test('what a person wrote is not in the stored form, and is read unchanged; the ids stay readable', () => {
  const stored = withSealedTexts(type, template, key, identity);
  expect(stored).toMatchObject({ templateId: 't', errDrugTradeId: 'd', errType: 'e' });
  expect(stored).not.toHaveProperty('errNote');
  expect(JSON.stringify(stored)).not.toContain('INR');
  expect(hasSealedTexts(type, stored)).toBe(true);
  expect(JSON.parse(withOpenedTexts(type, stored, key, identity))).toEqual(template);
});

test('without the key the texts are empty', () => {
  const stored = withSealedTexts(type, template, key, identity);
  expect(JSON.parse(withOpenedTexts(type, stored, undefined, identity))).toEqual({ ...template, errNote: '' });
});

test.each([
  ['another event', { ...identity, eventId: '00000000-0000-5000-8000-000000000000' }, key],
  ['the stream of another person', { ...identity, stream: 'user-2' }, key],
  ['another key', identity, randomBytes(32)],
])('texts cannot be read in %s', (_, where, withKey) => {
  const stored = withSealedTexts(type, template, key, identity);
  expect(() => withOpenedTexts(type, stored, withKey, where)).toThrow();
});

test('a payload of an older version has nothing sealed', () => {
  expect(hasSealedTexts(type, template)).toBe(false);
  expect(hasSealedTexts('AdmissionEdited', { $texts: {} })).toBe(false);
});

test('empty texts need no key', () => {
  expect(hasPersonalTexts('UserRegistered', { firstName: 'Mona', phone: '', phoneNormalised: '' })).toBe(false);
  expect(hasPersonalTexts('UserRegistered', { firstName: 'Mona', phone: '010', phoneNormalised: '010' })).toBe(true);
  expect(hasPersonalTexts('UserEmailVerified', { email: 'a@b.example' })).toBe(false);
});

test('a sealed text never replaces another field', () => {
  const forged = { ...withSealedTexts(type, { ...template, errNote: 'x' }, key, identity), templateId: 'mine' };
  expect(JSON.parse(withOpenedTexts(type, forged, key, identity))).toMatchObject({ templateId: 'mine' });
});

test('the fields that stay in clear are names, e-mail addresses, titles, ids, codes and days', () => {
  const clear = Object.entries(userEvents).flatMap(([name, schema]) => {
    const fields = Object.keys(schema.shape);
    const payload = Object.fromEntries(fields.map((field) => [field, 'text']));
    return hasPersonalTexts(name, payload) ? Object.keys(withSealedTexts(name, payload, key, identity)) : fields;
  });
  expect([...new Set(clear)].sort()).toEqual(
    [
      '$texts',
      'email',
      'errDrugTradeId',
      'errType',
      'firstName',
      'lastName',
      'pcne',
      'recommendationId',
      'recommenderId',
      'start',
      'templateId',
      'title',
    ].sort(),
  );
});

import { describe, expect, test } from 'vitest';
import { HttpProblem } from 'service-kit/http/http-problem';
import { emailIn, groupsIn, namesIn, readClaims } from './claims.ts';

const claims = (said: object, asked: object = {}) => readClaims({ sub: 'one', ...said }, { ...asked });
const of = (said: object, asked: object = {}) => claims(said, asked).claims;
const refusedWith = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof HttpProblem) return error.message;
  }
  throw new Error('It was taken');
};

test('the session, the way of recognising and the level come from the ID token, where they are well-formed', () => {
  expect(claims({ sid: 's1', amr: ['pwd', 'otp'], acr: 'gold' })).toMatchObject({
    sid: 's1',
    amr: ['pwd', 'otp'],
    acr: 'gold',
  });
  expect(claims({ sid: 7, amr: 'pwd', acr: ['x'] })).toMatchObject({ sid: undefined, amr: [], acr: undefined });
});

describe('an e-mail', () => {
  test('is in lower case, and proven only where the provider says true', () => {
    expect(emailIn(of({ email: ' Mona@Hospital.example', email_verified: true }))).toEqual({
      email: 'mona@hospital.example',
      isVerified: true,
    });
    for (const email_verified of ['true', 1, false, undefined])
      expect(emailIn(of({ email: 'mona@hospital.example', email_verified })).isVerified).toBe(false);
  });
  test('is not proven by the other source, which names another one', () =>
    expect(emailIn(of({ email: 'a@hospital.example' }, { email: 'b@hospital.example', email_verified: true }))).toEqual(
      { email: 'a@hospital.example', isVerified: false },
    ));
  test('may come from the answer to a question alone', () =>
    expect(emailIn(of({}, { email: 'b@hospital.example', email_verified: true })).isVerified).toBe(true));
});

describe('names', () => {
  test('are two claims, or the words of one', () => {
    expect(namesIn(of({ given_name: 'Mona', family_name: 'Adel', name: 'M. A.' }))).toEqual({
      firstName: 'Mona',
      lastName: 'Adel',
    });
    expect(namesIn(of({ name: ' منى  عبد الله ' }))).toEqual({ firstName: 'منى عبد', lastName: 'الله' });
  });
  test.each([
    [{ name: 'Mona' }],
    [{ given_name: 'Mona' }],
    [{ given_name: 'Mona', family_name: ' ' }],
    [{ given_name: 'Mona', name: 'Mona' }],
    [{ given_name: '\u200B', family_name: 'Mona' }],
    [{ given_name: null, family_name: 'Mona', name: 'Mona' }],
  ])('may be one: %j', (said) => expect(namesIn(of(said))).toEqual({ firstName: 'Mona', lastName: '' }));
  test('lose what is not seen', () =>
    expect(namesIn(of({ given_name: '\u202AMona\u202C', family_name: 'Adel' })).firstName).toBe('Mona'));
  test.each([
    [{}, 'First name is required'],
    [{ given_name: '\u200B', family_name: '\u200F' }, 'First name is required'],
    [{ given_name: 'Mona\uD800', family_name: 'Adel' }, 'one line'],
    [{ given_name: ['Mona'], family_name: 'Adel' }, 'expected string'],
    [{ given_name: 'x'.repeat(500), family_name: 'Adel' }, 'At most'],
  ])('that cannot be used are refused with the reason: %j', (said, why) =>
    expect(refusedWith(() => namesIn(of(said)))).toContain(why),
  );
});

describe('groups', () => {
  test('are a list or one text, in any source', () => {
    expect(groupsIn(of({ groups: ['a', 'b'] }), 'groups')).toEqual(['a', 'b']);
    expect(groupsIn(of({}, { roles: 'a' }), 'roles')).toEqual(['a']);
  });
  test('are none where the claim is missing or is something else', () => {
    for (const groups of [undefined, null, 7, { a: 1 }, [1]]) expect(groupsIn(of({ groups }), 'groups')).toEqual([]);
  });
  test('that are too many to be listed are refused', () => {
    for (const said of [{ _claim_names: { groups: 'src1' } }, { hasgroups: true }])
      expect(refusedWith(() => groupsIn(of(said), 'groups'))).toContain('so many groups');
    expect(groupsIn(of({ _claim_names: { address: 'src1' } }), 'groups')).toEqual([]);
  });
});

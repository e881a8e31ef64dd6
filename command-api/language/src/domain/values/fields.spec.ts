import { describe, expect, test } from 'vitest';
import { RegisterPatient } from '../../contract/bodies/patients.ts';
import { EditUser } from '../../contract/bodies/users.ts';
import { Email, Name, OptionalName, SingleLine } from './fields.ts';
import { normalisePhone } from './phone.ts';

describe('a single line', () => {
  test.each([
    ['line feed', '\n'],
    ['carriage return', '\r'],
    ['tab', '\t'],
    ['zero', '\0'],
    ['delete', '\u007F'],
    ['next line', '\u0085'],
    ['line separator', '\u2028'],
  ])('has no %s', (_name, character) => {
    const { error } = SingleLine(50).safeParse(`Ali${character}Omar`);
    expect(error?.issues.map(({ message }) => message)).toEqual(['not-a-single-line']);
  });

  test.each([
    ['right-to-left override', '\u202E'],
    ['left-to-right embedding', '\u202A'],
    ['pop directional formatting', '\u202C'],
    ['first strong isolate', '\u2068'],
    ['pop directional isolate', '\u2069'],
    ['zero-width space', '\u200B'],
    ['soft hyphen', '\u00AD'],
    ['byte order mark', '\uFEFF'],
  ])('loses a %s, which a copied text brings along', (_name, character) =>
    expect(SingleLine(8).parse(`${character}Ali ${character}Omar${character}`)).toBe('Ali Omar'),
  );

  test.each([
    ['zero-width non-joiner', '\u200C'],
    ['zero-width joiner', '\u200D'],
    ['right-to-left mark', '\u200F'],
    ['Arabic letter mark', '\u061C'],
  ])('may have a %s, which Arabic text needs', (_name, character) => {
    expect(SingleLine(50).parse(`عبد${character}الله`)).toBe(`عبد${character}الله`);
  });

  test('loses outer spaces', () => expect(OptionalName.parse('  \u00A0أحمد ')).toBe('أحمد'));

  test.each(['Mona\n', '\tMona', '\r\nMona', 'Mona\u2028', 'Mo\uD800na'])('is not %j', (text) => {
    const { error } = SingleLine(50).safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual(['not-a-single-line']);
  });
});

describe('a name', () => {
  test.each([
    ['nothing', ''],
    ['spaces', ' \u00A0 '],
    ['a zero-width space', '\u200B'],
    ['direction marks', '\u200F\u200E'],
    ['a Hangul filler', '\u3164'],
    ['an empty pattern of Braille', '\u2800'],
    ['a variation selector', '\uFE0F'],
    ['a combining mark', '\u0301'],
    ['a tag', '\u{E0041}'],
  ])('is not only %s', (_name, text) => {
    const { error } = Name('first-name-required').safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual(['first-name-required']);
  });

  test.each(['م', '李', 'Z\u0301', '7', '\u200Fمنى', 'ー'])('may be %s', (text) =>
    expect(Name('first-name-required').parse(text)).toBe(text),
  );
});

test('names, record numbers, telephone numbers and titles are single lines', () => {
  const patient = { team: 't', firstName: 'Ali', birthdate: '1960-01-01' };
  const fieldsOf = (error: { issues: { path: PropertyKey[] }[] } | undefined) =>
    error?.issues.map(({ path }) => path.join('.'));
  const bad = 'A\u0085B';
  const fields = { firstName: bad, middleName: bad, lastName: bad, fourthName: bad, medicalRecordNumber: bad };
  expect(fieldsOf(RegisterPatient.safeParse({ ...patient, ...fields }).error)).toEqual(Object.keys(fields));
  expect(fieldsOf(EditUser.safeParse({ phone: '012\n34', title: bad }).error)).toEqual(['phone', 'title']);
});

test('an e-mail address loses what is not seen, hyphens of a word processor and the end of a sentence', () => {
  for (const typed of [
    '\u200Emona-adel@hospital.example\u200F',
    'Mona\u2011adel@hospital\u00AD.example.',
    ' \u202Amona-adel@hospital.example\u202C ;',
  ])
    expect(Email.parse(typed)).toBe('mona-adel@hospital.example');
  expect(Email.safeParse('mona adel@hospital.example').success).toBe(false);
});

test.each([
  ['\u202A+20 100\u2011123\u20114567\u202C', '+20 100\u2011123\u20114567'],
  ['0100.123.4567', '0100.123.4567'],
  ['\u200E0100/1234567\u200F', '0100/1234567'],
  ['\uFF0B２０ １００ １２３ ４５６７', '\uFF0B２０ １００ １２３ ４５６７'],
])('the telephone number %j is stored as it was typed, and leads to the number', (typed, stored) => {
  const { phone = '' } = EditUser.parse({ phone: typed });
  expect(phone).toBe(stored);
  expect(normalisePhone(phone)).toBe('01001234567');
});
test('a telephone number has no letters', () =>
  expect(EditUser.safeParse({ phone: '0100 ext 5' }).success).toBe(false));
test('a person with one name keeps it in the profile', () =>
  expect(EditUser.parse({ firstName: 'Mona', lastName: '' })).toEqual({ firstName: 'Mona', lastName: '' }));

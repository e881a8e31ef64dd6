import { describe, expect, test } from 'vitest';
import { catalogue, families, type Reason } from './catalogue.ts';
import { refusal } from './refusal.ts';
import { type Row, placeholdersIn } from './sentence.ts';

const rows = Object.entries<Row>(catalogue);
const repeated = (texts: readonly string[]): string[] => texts.filter((text, index) => texts.indexOf(text) !== index);

describe('the catalogue', () => {
  test('gives each reason once', () => expect(repeated(families.flatMap((family) => Object.keys(family)))).toEqual([]));

  test('gives each sentence one reason', () =>
    expect(
      repeated(rows.flatMap(([, { sentence, singular = sentence }]) => [...new Set([sentence, singular])])),
    ).toEqual([]));

  test('gives each short sentence beside a field one reason', () =>
    expect(repeated(rows.flatMap(([, { beside = [] }]) => beside))).toEqual([]));

  test('names reasons in kebab case', () =>
    expect(rows.map(([reason]) => reason).filter((reason) => !/^[a-z]+(-[a-z]+)*$/.test(reason))).toEqual([]));

  test('leaves no braces in a sentence but those of its values', () => {
    const leftOver = rows.map(([, { sentence }]) =>
      placeholdersIn(sentence).reduce((text, { name, kind }) => text.replace(`{${name}:${kind}}`, ''), sentence),
    );
    expect(leftOver.filter((text) => /[{}]/.test(text))).toEqual([]);
  });
});

describe('a refusal', () => {
  test('puts the values into its sentence', () =>
    expect(refusal('too-many-members', { limit: 500 })).toEqual({
      reason: 'too-many-members',
      code: 'conflict',
      message: 'A team has at most 500 members',
      beside: 'A team has at most 500 members',
      values: { limit: 500 },
    }));

  test('without values has none', () =>
    expect(refusal('not-found')).toMatchObject({ code: 'notFound', message: 'Not found', values: undefined }));

  test('has its own sentence for the number 1', () =>
    expect([1, 2].map((minutes) => refusal('too-many-attempts', { minutes }))).toMatchObject([
      { message: 'Too many attempts: please try again in a minute', values: { minutes: 1 } },
      { message: 'Too many attempts: please try again in 2 minutes', values: { minutes: 2 } },
    ]));

  test('may have a shorter sentence beside the field', () =>
    expect(refusal('unknown-field', { name: 'x' })).toMatchObject({
      message: 'Unknown field: x',
      beside: 'Unknown field',
    }));

  test('carries no value that its sentence does not name', () => {
    const given = { limit: 3, expected: 'number' };
    expect(refusal('text-too-long', given).values).toEqual({ limit: 3 });
  });

  test('of an unknown reason, or without its values, does not compile', () => {
    const either = 'not-found' as 'not-found' | 'too-many-members';
    // @ts-expect-error: no such reason
    expect(() => refusal('no-such-reason' satisfies Reason)).toThrow(TypeError);
    // @ts-expect-error: its sentence has a value
    expect(refusal('too-many-members').reason).toBe('too-many-members');
    // @ts-expect-error: that value is a number
    expect(refusal('too-many-members', { limit: 'many' }).reason).toBe('too-many-members');
    // @ts-expect-error: one of the two has a value
    expect(refusal(either).reason).toBe('not-found');
    // @ts-expect-error: its sentence has no value
    expect(refusal('not-found', { limit: 1 }).reason).toBe('not-found');
  });
});

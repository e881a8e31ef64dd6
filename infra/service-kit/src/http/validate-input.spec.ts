import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Problem } from 'language/contract/entities';
import { because } from 'language/domain/reasons/because';
import { HttpProblem } from './http-problem.ts';
import { validInput } from './validate-input.ts';

const Body = z.strictObject({
  name: z.string().trim().min(1, because('team-name-required')).max(5, because('too-many-characters')),
  entries: z.array(z.strictObject({ rating: z.number() })).default([]),
});

function refused(body: unknown): Problem {
  try {
    validInput(Body, body);
  } catch (error) {
    if (error instanceof HttpProblem) return error.problem;
  }
  throw new Error('It was taken');
}

test('valid input gives the output of the schema', () =>
  expect(validInput(Body, { name: ' ICU ' })).toEqual({ name: 'ICU', entries: [] }));

test('the first mistake is the sentence, and each field has its own sentence and reason', () =>
  expect(refused({ name: 'Adult ICU', entries: [{ rating: 'good' }] })).toEqual({
    message: 'At most 5 characters',
    code: 'invalid',
    reason: 'too-many-characters',
    values: { limit: 5 },
    fields: { name: 'At most 5 characters', 'entries.0.rating': 'Invalid input: expected number, received string' },
    fieldReasons: {
      name: { reason: 'too-many-characters', values: { limit: 5 } },
      'entries.0.rating': { reason: 'wrong-type', values: { expected: 'number', received: 'string' } },
    },
  }));

test('the first mistake of a field counts', () =>
  expect(refused({ name: ' ' })).toMatchObject({
    message: 'Team name is required',
    reason: 'team-name-required',
    fields: { name: 'Team name is required' },
  }));

test('an unknown field is named in the sentence and in the fields', () =>
  expect(refused({ name: 'ICU', colour: 'red', size: 3 })).toEqual({
    message: 'Unknown field: colour',
    code: 'invalid',
    reason: 'unknown-field',
    values: { name: 'colour' },
    fields: { colour: 'Unknown field', size: 'Unknown field' },
    fieldReasons: {
      colour: { reason: 'unknown-field', values: { name: 'colour' } },
      size: { reason: 'unknown-field', values: { name: 'size' } },
    },
  }));

test('input that is no object is refused as a whole', () =>
  expect(refused(7)).toMatchObject({
    message: 'Invalid input: expected object, received number',
    reason: 'wrong-type',
    fields: { '': 'Invalid input: expected object, received number' },
  }));

test('the answer to many mistakes or to a long name is short', () => {
  const unknown = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`field${at}`, at]));
  expect(Object.keys(refused({ name: 'ICU', ...unknown }).fields ?? {})).toHaveLength(100);
  expect(
    Object.keys(refused({ name: 'ICU', entries: Array.from({ length: 60_000 }, () => 0) }).fields ?? {}),
  ).toHaveLength(100);
  expect(refused({ name: 'ICU', ['x'.repeat(900_000)]: 0 }).message).toBe(`Unknown field: ${'x'.repeat(80)}`);
});

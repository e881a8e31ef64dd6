import { expect, test } from 'vitest';
import { stepAt, type Walk } from './walk.ts';

const walk: Walk = { user: 'mona', team: 't1', admissions: ['a1', 'a2', 'a3'] };

test('a chart of the list has its place and both neighbours; the last one has no next', () => {
  expect(stepAt(walk, 'mona', 'a2')).toEqual({ team: 't1', number: 2, count: 3, before: 'a1', next: 'a3' });
  expect(stepAt(walk, 'mona', 'a3')).toMatchObject({ number: 3, next: undefined });
});

test('a chart that is not in the list, and another person, have no step', () => {
  expect(stepAt(walk, 'mona', 'a9')).toBeUndefined();
  expect(stepAt(walk, 'omar', 'a2')).toBeUndefined();
});

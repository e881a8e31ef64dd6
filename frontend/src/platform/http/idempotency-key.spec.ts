import { expect, test } from 'vitest';
import { ApiError } from './api.ts';
import { createIdempotencyKeys } from './idempotency-key.ts';

const numbered = () => {
  let n = 0;
  return createIdempotencyKeys(() => String(++n));
};

test('the same content sent twice before an answer is one intention', () => {
  const intentions = numbered();
  expect([intentions.keyFor({ a: 1 }), intentions.keyFor({ a: 1 }), intentions.keyFor({ a: 2 })]).toEqual([
    '1',
    '1',
    '2',
  ]);
});
test('after an answer the same content is a new intention; after an unknown outcome it is the same', () => {
  const intentions = numbered();
  intentions.keyFor('x');
  intentions.settled(new ApiError(0, 'No connection'));
  expect(intentions.keyFor('x')).toBe('1');
  intentions.settled(new ApiError(400, 'Invalid'));
  expect(intentions.keyFor('x')).toBe('2');
  intentions.settled();
  expect(intentions.keyFor('x')).toBe('3');
});

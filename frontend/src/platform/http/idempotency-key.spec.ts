import { expect, test } from 'vitest';
import { ApiError } from './api.ts';
import { createIdempotencyKeys } from './idempotency-key.ts';

const numbered = () => {
  let n = 0;
  return createIdempotencyKeys(() => String(++n));
};

test('the same content sent twice before an answer has one key', () => {
  const idempotencyKeys = numbered();
  expect([
    idempotencyKeys.keyFor({ a: 1 }),
    idempotencyKeys.keyFor({ a: 1 }),
    idempotencyKeys.keyFor({ a: 2 }),
  ]).toEqual(['1', '1', '2']);
});
test('after an answer the same content has a new key; after an unknown outcome it keeps its key', () => {
  const idempotencyKeys = numbered();
  idempotencyKeys.keyFor('x');
  idempotencyKeys.settled(new ApiError(0, 'No connection'));
  expect(idempotencyKeys.keyFor('x')).toBe('1');
  idempotencyKeys.settled(new ApiError(400, 'Invalid'));
  expect(idempotencyKeys.keyFor('x')).toBe('2');
  idempotencyKeys.settled();
  expect(idempotencyKeys.keyFor('x')).toBe('3');
});

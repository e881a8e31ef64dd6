import { v5 as uuidv5 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { HttpProblem } from 'service-kit/http/http-problem';
import { derivedId, shortDerivedId } from '../commands/derived-id.ts';
import { basedOn, commandIdOf } from './headers.ts';

const MONA = '0a3c1d9e-4a55-5a43-8a64-5d4ad6f0a001';
const OMAR = '0a3c1d9e-4a55-5a43-8a64-5d4ad6f0a002';
const KEY = '7f1f3a52-6a34-4d0e-9d5b-6b0f0a6a1e11';

describe('If-Match', () => {
  test.each([
    ['7', 7n],
    ['"7"', 7n],
    ['W/"7"', 7n],
    [' 0 ', 0n],
  ])('%s is a version', (header, version) => expect(basedOn(header)).toBe(version));
  test('absent means the newest', () => expect(basedOn('')).toBeUndefined());
  test.each(['newest', '-1', '1.5', '*', '"1", "2"', '0x1', '1'.repeat(19), '""'])('%s is refused', (header) =>
    expect(() => basedOn(header)).toThrow(HttpProblem),
  );
});

describe('Idempotency-Key', () => {
  test('gives the same command id again, in upper and lower case', () => {
    expect(commandIdOf(KEY, MONA)).toBe(uuidv5(KEY, MONA));
    expect(commandIdOf(KEY.toUpperCase(), MONA)).toBe(commandIdOf(KEY, MONA));
  });
  test('counts per user, and separately without a user', () => {
    expect(new Set([commandIdOf(KEY, MONA), commandIdOf(KEY, OMAR), commandIdOf(KEY, undefined)]).size).toBe(3);
  });
  test('absent makes every command a new one', () => expect(commandIdOf('', MONA)).not.toBe(commandIdOf('', MONA)));
  test.each(['once', '7f1f3a52', `${KEY}0`])('%s is refused', (key) =>
    expect(() => commandIdOf(key, MONA)).toThrow(HttpProblem),
  );
});

test('a derived id is the same each time, and differs for another thing', () => {
  expect(derivedId(KEY, 'team')).toBe(derivedId(KEY, 'team'));
  expect(derivedId(KEY, 'team')).not.toBe(derivedId(KEY, 'patient'));
  expect(shortDerivedId(KEY, 'review')).toMatch(/^[0-9a-f]{12}$/);
});

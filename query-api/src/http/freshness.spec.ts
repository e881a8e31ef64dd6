import { expect, test } from 'vitest';
import { dependsOn, parseReadAfter } from './freshness.ts';

test('the header names streams and revisions', () => {
  expect(parseReadAfter('admission-5f0c@42')).toEqual([{ stream: 'admission-5f0c', revision: 42n }]);
  expect(parseReadAfter('admission-5f0c@42, catalogue@0')).toEqual([
    { stream: 'admission-5f0c', revision: 42n },
    { stream: 'catalogue', revision: 0n },
  ]);
  expect(parseReadAfter('team-a@9223372036854775807')[0]?.revision).toBe(2n ** 63n - 1n);
});

test('any other header is malformed', () => {
  for (const header of [
    '',
    '@',
    'a@',
    '@1',
    'a@1@2',
    'a@-1',
    'a@1.0',
    'a@9223372036854775808',
    'A b@1',
    "a'@1",
    'a@1,',
    'a@1;b@2',
    Array.from({ length: 11 }, (_, at) => `a@${at}`).join(','),
  ])
    expect(() => parseReadAfter(header)).toThrow('X-Read-After must be <stream>@<revision>');
});

test('an answer depends on streams by name or by prefix', () => {
  expect(dependsOn(['admission-1', 'user-'], 'admission-1')).toBe(true);
  expect(dependsOn(['admission-1', 'user-'], 'admission-12')).toBe(false);
  expect(dependsOn(['admission-1', 'user-'], 'user-7')).toBe(true);
  expect(dependsOn(['catalogue'], 'catalogue')).toBe(true);
  expect(dependsOn([], 'catalogue')).toBe(false);
});

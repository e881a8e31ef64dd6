import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { common, defineSettings, setting } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (text: string): string => {
  const path = join(folder, String(Math.random()));
  writeFileSync(path, text);
  return path;
};
const settings = defineSettings({
  DATABASE_URL: common.DATABASE_URL,
  COURSES: setting(z.string().optional(), 'No secret'),
});
const [ONE, OTHER] = ['postgres://a:b@one/x', 'postgres://a:b@other/x'];

test('a secret may lie in a file, with a line break at its end', () => {
  expect(settings.read({ DATABASE_URL_FILE: file(`${ONE}\n`) }).DATABASE_URL).toBe(ONE);
  expect(settings.read({ DATABASE_URL: '', DATABASE_URL_FILE: file(ONE) }).DATABASE_URL).toBe(ONE);
});

test('an empty file is no value', () => {
  expect(settings.read({ DATABASE_URL: ONE, DATABASE_URL_FILE: '/dev/null' }).DATABASE_URL).toBe(ONE);
  expect(() => settings.read({ DATABASE_URL_FILE: '/dev/null' })).toThrow('DATABASE_URL: is needed');
});

test('a file that cannot be read, and another value beside it, are mistakes without the value', () => {
  expect(settings.mistakes({ DATABASE_URL_FILE: '/nowhere' }).map(({ sentence }) => sentence)).toEqual([
    'DATABASE_URL_FILE: the file /nowhere cannot be read (ENOENT).',
  ]);
  expect(settings.mistakes({ DATABASE_URL: ONE, DATABASE_URL_FILE: file(OTHER) })).toEqual([
    {
      name: 'DATABASE_URL',
      sentence: 'DATABASE_URL: is set, and the file of DATABASE_URL_FILE holds another value. Keep one of them.',
    },
  ]);
});

test('the file of another setting is not read', () => {
  expect(settings.read({ DATABASE_URL: ONE, COURSES_FILE: file('x') }).COURSES).toBeUndefined();
});

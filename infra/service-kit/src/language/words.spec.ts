import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readWords } from './words.ts';

let folder: string;
const put = (code: string, messages: object): Promise<void> =>
  writeFile(join(folder, `${code}.json`), JSON.stringify(messages));
const read = () => readWords(pathToFileURL(`${folder}/`));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'words-'));
  await put('en', { title: 'List', left: '{n, plural, one {# try} other {# tries}} left', late: 'late' });
  await put('ar', { title: 'قائمة', left: '{n, plural, two {محاولتان} other {# محاولات}}' });
});
afterEach(() => rm(folder, { recursive: true }));

test('each file is a language, English first; an unknown one is English', async () => {
  await put('aa', { title: 'Aa' });
  const words = read();
  expect(words.codes).toEqual(['en', 'aa', 'ar']);
  expect(['ar', 'aa', 'en', 'fr', undefined].map((code) => words.in(code)('title'))).toEqual([
    'قائمة',
    'Aa',
    'List',
    'List',
    'List',
  ]);
});

test('plurals and digits are those of the language; a message that it lacks is English', () => {
  const words = read();
  expect(words.in('en')('left', { n: 1 })).toBe('1 try left');
  expect(words.in('ar')('left', { n: 2 })).toBe('محاولتان');
  expect(words.in('ar')('left', { n: 5 })).toBe('5 محاولات');
  expect(words.in('ar', 'arab')('left', { n: 5 })).toBe('٥ محاولات');
  expect(words.in('ar')('late')).toBe('late');
});

test('a folder without English, and a message that is not in ICU’s format, stop the start', async () => {
  await put('ar', { left: '{n, plural}' });
  expect(read).toThrow(/plural/);
  await rm(join(folder, 'en.json'));
  await rm(join(folder, 'ar.json'));
  expect(read).toThrow(/has no en\.json/);
});

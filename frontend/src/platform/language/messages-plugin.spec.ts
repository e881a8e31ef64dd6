import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { messages } from '../../../messages-plugin.ts';

let folder: string;
const put = (code: string, words: Record<string, string>): Promise<void> =>
  writeFile(join(folder, `${code}.json`), JSON.stringify(words));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'languages-'));
  await put('en', {
    'language.name': 'English',
    'language.direction': 'ltr',
    'app.home': 'Home',
    'ward.title': 'Ward',
  });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The module that the build makes of an id. */
async function moduleOf(id: string): Promise<{ languages?: unknown[]; messages?: object }> {
  const { resolveId, load } = messages(folder) as unknown as {
    resolveId: (id: string) => string | undefined;
    load: (this: { addWatchFile(file: string): void }, id: string) => string;
  };
  const code = load.call({ addWatchFile: () => undefined }, resolveId(id) ?? id);
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as object;
}

test('a further language needs its catalogue file only', async () => {
  await put('eo', {
    'language.name': 'Esperanto',
    'language.direction': 'ltr',
    'language.locale': 'eo',
    'app.home': 'Hejmo',
    'ward.title': '{n, plural, one {# sekcio} other {# sekcioj}}',
  });
  const { languages = [] } = await moduleOf('virtual:languages');
  expect(languages).toMatchObject([
    { code: 'en', name: 'English' },
    { code: 'eo', name: 'Esperanto', direction: 'ltr', locale: 'eo' },
  ]);
  expect((await moduleOf('virtual:messages/eo/first')).messages).toMatchObject({ 'app.home': ['Hejmo'] });
  const { messages: rest = {} } = await moduleOf('virtual:messages/eo/rest');
  expect(Object.keys(rest)).toEqual(['ward.title']);
  expect(rest).toMatchObject({ 'ward.title': [['n', 'plural', { one: ['#', ' sekcio'] }]] });
});

test('a message that is not in ICU’s format stops the build', async () => {
  await put('eo', { 'app.home': '{n, plural}' });
  await expect(moduleOf('virtual:messages/eo/first')).rejects.toThrow(/plural/);
});

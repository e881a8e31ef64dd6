import { expect, test } from 'vitest';
import { catalogues, check, headlessComments, languages, sources } from './words.mjs';

const english = {
  'list.title': 'Patients',
  'list.found': '{total, plural, one {# patient} other {# patients}}',
  'list.kind.new': 'New',
};
const arabic = {
  'list.title': 'المرضى',
  'list.found':
    '{total, plural, zero {لا مرضى} one {مريض واحد} two {مريضان} few {# مرضى} many {# مريضًا} other {# مريض}}',
  'list.kind.new': 'جديد',
};
const screen = (body: string) => [{ path: 'list.tsx', text: body }];
const USED = "t('list.title'); t('list.found', { total }); t(`list.kind.${kind}`);";
const found = (body = '', more: { en?: object; ar?: object } = {}): string[] =>
  check(screen(`${USED}\n${body}`), [
    { code: 'en', messages: { ...english, ...more.en } },
    { code: 'ar', messages: { ...arabic, ...more.ar } },
  ]);

test('words that are all in the catalogues are no problem', () => {
  expect(found()).toEqual([]);
  expect(found('const ids = { label: "list.title" }; const a = <img alt="" />; const b = <p>{x} · 2</p>;')).toEqual([]);
  expect(found("translate('list.found', values); t('list.found', { ...values });")).toEqual([]);
  expect(found('', { en: { 'language.name': 'English' }, ar: { 'language.name': 'العربية' } })).toEqual([]);
});

test.each([
  ['a text of an element', 'const a = <p>Nothing found</p>;', 'list.tsx:2: "Nothing found" is in no catalogue'],
  ['a text attribute', 'const a = <i aria-label="Close" />;', 'list.tsx:2: "Close" is in no catalogue'],
  ['an unknown id', "t('list.gone');", 'list.tsx:2: list.gone is not in English'],
  ['a call without a value', "t('list.found');", 'list.tsx:2: list.found is given no total'],
  ['a call of a service without a value', "say('list.found');", 'list.tsx:2: list.found is given no total'],
  ['a call with another value', "t('list.found', { count: 1 });", 'list.tsx:2: list.found is given no total'],
])('finds %s', (_, body, problem) => expect(found(body)).toEqual([problem]));

test.each([
  [
    'an id that nothing uses',
    { en: { 'list.old': 'Old' }, ar: { 'list.old': 'قديم' } },
    'en: list.old is used nowhere',
  ],
  [
    'a plural form that is missing',
    { ar: { 'list.found': '{total, plural, one {x} other {#}}' } },
    'ar: list.found has no form "zero"',
  ],
  ['another value', { ar: { 'list.title': 'المرضى {total}' } }, 'ar: list.title has the values total, not '],
  [
    'a select',
    { ar: { 'list.title': '{who, select, she {a} other {b}}' } },
    'ar: list.title has a select: choose between two messages',
  ],
  ['a message of no English id', { ar: { 'list.more': 'المزيد' } }, 'ar: list.more is not in English'],
])('finds %s', (_, more, problem) => expect(found('', more)).toContain(problem));

test('finds a message that is missing, and one that is not in ICU’s format', () => {
  expect(found('', { en: { 'list.kind.old': 'Old' } })).toEqual(['ar: list.kind.old is missing']);
  expect(found('', { ar: { 'list.title': '{total, plural}' } })[0]).toMatch(/^ar: list\.title: /);
});

const headless = (text: string, path = 'a.ts'): string[] => headlessComments([{ path, text }]);

test.each(['What', 'Whether', 'Of', 'Without'])('finds a comment that begins with %s', (word) => {
  const sentence = (line: number) => `a.ts:${line}: a comment begins with "${word}": begin with a noun or a verb`;
  for (const comment of [`/** ${word} a */`, `/* ${word} a */`, `{/* ${word} a */}`, `// ${word} a`, `a; // ${word} a`])
    expect(headless(`const a = 1;\n${comment}`)).toEqual([sentence(2)]);
  for (const comment of [`-- ${word} a`, `# ${word} a`]) expect(headless(comment)).toEqual([sentence(1)]);
  expect(headless(`/**\n * ${word} a\n *\n * ${word} b\n */`)).toEqual([sentence(2), sentence(4)]);
});

test.each([
  ['a later line of a comment', '// The content\n// Of a review.\n/**\n * The content\n * Of a review.\n */'],
  ['another word', '// Offers a place.\n/** Whatever. */'],
  ['a text that is no comment', "const a = 'Whether it is so'; test('What it does', () => {});"],
])('%s is no problem', (_, text) => expect(headless(text)).toEqual([]));

test('the text of the API and pages are exempt', () => {
  expect(headless('/** Of the mover. */', 'command-api/language/src/contract/entities.ts')).toEqual([]);
  expect(headless('# What it is', 'README.md')).toEqual([]);
});

test.each(catalogues)('$locales has English first, and $source uses it', ({ source, locales }) => {
  const [english] = languages(locales);
  expect([english?.code, Object.keys(english?.messages ?? {}).length > 0]).toEqual(['en', true]);
  expect(sources(source).some(({ text }) => /\b(?:t|say)\(/.test(text))).toBe(true);
});

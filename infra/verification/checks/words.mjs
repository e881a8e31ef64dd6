/**
 * Holds the words of the product together: `npm run check:words` reads the source and the languages of the screens
 * (`frontend/locales`), of the mails (`command-api/locales`) and of exported files (`query-api/locales`), each against the
 * other, and prints
 * - a word on a screen that is in no catalogue: text of an element, or a text attribute;
 * - an id that the source uses and English does not have, or that English has and nothing uses;
 * - a call that leaves out a value of its message;
 * - a message with a `select`: values are isolated in a right-to-left language and match no key;
 * - a message that another language lacks or has too many, that has other values than the English one, that is not in
 *   ICU's format, or whose plural lacks a form of the language;
 * - a comment of the repository without a head: it begins with "What", "Whether", "Of" or "Without".
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { parseSync, Visitor } from 'oxc-parser';
import { sources as filesOfRepository } from './citations.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
/** Each folder of languages, and the source that uses its words. */
export const catalogues = [
  { source: 'frontend/src', locales: 'frontend/locales' },
  { source: 'command-api/src/processes', locales: 'command-api/locales' },
  { source: 'query-api/src', locales: 'query-api/locales' },
];
const TEXT_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'placeholder',
  'title',
]);
const LETTER = /\p{L}{2}/u;
/** The messages of a language about itself, for the build (`frontend/messages-plugin.ts`). */
const OF_LANGUAGE = new Set(['language.name', 'language.direction', 'language.locale']);

/**
 * @param sources the source files that use the words: path and text
 * @param languages English first: code and messages by id
 * @returns a sentence for each problem
 */
export function check(sources, languages) {
  const [english, ...others] = languages;
  const found = languages.flatMap(problemsOfLanguage);
  const used = new Set();
  for (const source of sources) found.push(...problemsOfSource(source, english.messages, used));
  for (const id of Object.keys(english.messages))
    if (!used.has(id) && !OF_LANGUAGE.has(id)) found.push(`${english.code}: ${id} is used nowhere`);
  return [...found, ...others.flatMap((language) => differences(english, language))];
}

function problemsOfLanguage({ code, messages }) {
  const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  return Object.entries(messages).flatMap(([id, message]) => {
    try {
      if (/,\s*select\s*,/.test(message)) return [`${code}: ${id} has a select: choose between two messages`];
      return pluralsIn(compileMessageOrThrow(message)).flatMap((forms) =>
        categories
          .filter((category) => !(category in forms))
          .map((category) => `${code}: ${id} has no form "${category}"`),
      );
    } catch (error) {
      return [`${code}: ${id}: ${error.message}`];
    }
  });
}

function differences(english, { code, messages }) {
  return [
    ...Object.keys(english.messages).flatMap((id) => {
      if (!(id in messages)) return [`${code}: ${id} is missing`];
      const [wanted, given] = [valuesOf(english.messages[id]), valuesOf(messages[id])];
      return wanted.join() === given.join()
        ? []
        : [`${code}: ${id} has the values ${given.join()}, not ${wanted.join()}`];
    }),
    ...Object.keys(messages).flatMap((id) => (id in english.messages ? [] : [`${code}: ${id} is not in English`])),
  ];
}

/** Plurals with forms only by number, such as `=0`, need no category but "other". */
function* pluralTokens(tokens) {
  for (const token of tokens) {
    if (typeof token === 'string') continue;
    const [, kind, forms] = token;
    if (kind === 'plural') yield forms;
    if (typeof forms === 'object' && forms !== null)
      for (const form of Object.values(forms)) if (Array.isArray(form)) yield* pluralTokens(form);
  }
}
const pluralsIn = (tokens) => [...pluralTokens(tokens)].filter((forms) => !onlyOther(forms));
const onlyOther = (forms) =>
  Object.keys(forms).every((form) => form === 'other' || form === 'offset' || /^\d+$/.test(form));

/** The names of a message's values, sorted. Empty for a message that cannot be read, which is another problem. */
function valuesOf(message) {
  const names = new Set();
  const read = (tokens) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      const [name, , forms] = token;
      if (name !== '#') names.add(name);
      if (typeof forms === 'object' && forms !== null)
        for (const form of Object.values(forms)) if (Array.isArray(form)) read(form);
    }
  };
  try {
    read(compileMessageOrThrow(message));
  } catch {
    return [];
  }
  return [...names].sort();
}

/** Adds the ids that the source uses to `used`. */
function problemsOfSource({ path, text }, english, used) {
  const found = [];
  const { program } = parseSync(path, text);
  const at = (node) => `${path}:${text.slice(0, node.start).split('\n').length}`;
  const patterns = [];
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string' && value in english) used.add(value);
    },
    TemplateLiteral({ quasis }) {
      if (quasis.length > 1 && /^[a-zA-Z]+\./.test(quasis[0].value.raw))
        patterns.push(new RegExp(`^${quasis.map(({ value }) => escaped(value.raw)).join('[\\w:-]+')}$`));
    },
    JSXText(node) {
      if (LETTER.test(node.value.replaceAll(/&\w+;/g, '')))
        found.push(`${at(node)}: "${node.value.trim()}" is in no catalogue`);
    },
    JSXAttribute(node) {
      const value = node.value?.type === 'Literal' ? node.value.value : undefined;
      if (typeof value === 'string' && TEXT_ATTRIBUTES.has(node.name.name ?? '') && LETTER.test(value))
        found.push(`${at(node)}: "${value}" is in no catalogue`);
    },
    CallExpression(node) {
      if (node.callee.type !== 'Identifier' || !/^(?:t|translate|say)$/.test(node.callee.name)) return;
      const [id, values] = node.arguments;
      if (id?.type !== 'Literal') return;
      if (!(id.value in english)) found.push(`${at(node)}: ${id.value} is not in English`);
      else if (values === undefined || values.type === 'ObjectExpression') {
        if (values?.properties.some(({ type }) => type === 'SpreadElement')) return;
        const given = new Set(values?.properties.map(({ key }) => key.name ?? key.value));
        for (const name of valuesOf(english[id.value]))
          if (!given.has(name)) found.push(`${at(node)}: ${id.value} is given no ${name}`);
      }
    },
  }).visit(program);
  for (const pattern of patterns) for (const id of Object.keys(english)) if (pattern.test(id)) used.add(id);
  return found;
}
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The beginning of a comment, or of a line in a block. */
const HEADLESS = /(?:^|[\s{])(?:\/\*\*?|\/\/|--|#|(?<=^\s*)\*) (What|Whether|Of|Without)\b/;
const COMMENT_LINE = /^\s*(?:\*|\/\/|--|#) \S/;

/**
 * The contract is exempt: its docstrings are the published text of the API, which does not change.
 * @returns a sentence for each comment, or paragraph of a comment, that begins without a head
 */
export function headlessComments(files) {
  return files
    .filter(({ path }) => !path.endsWith('.md') && !path.startsWith('command-api/language/src/contract/'))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n');
      return lines.flatMap((line, index) => {
        const word = HEADLESS.exec(line)?.[1];
        const isContinued = index > 0 && COMMENT_LINE.test(lines[index - 1]) && COMMENT_LINE.test(line);
        return word === undefined || isContinued
          ? []
          : [`${path}:${index + 1}: a comment begins with "${word}": begin with a noun or a verb`];
      });
    });
}

/** @param folder from the root of the repository */
export function sources(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sources(path);
    if (!/\.tsx?$/.test(entry.name) || /\.spec\.tsx?$|\.d\.ts$/.test(entry.name) || path.includes('/testing'))
      return [];
    return [{ path, text: readFileSync(join(root, path), 'utf8') }];
  });
}

/** @param folder from the root of the repository */
export function languages(folder) {
  const codes = readdirSync(join(root, folder)).map((name) => name.replace(/\.json$/, ''));
  return ['en', ...codes.filter((code) => code !== 'en').sort()].map((code) => ({
    code,
    messages: JSON.parse(readFileSync(join(root, folder, `${code}.json`), 'utf8')),
  }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let problems = 0;
  for (const { source, locales } of catalogues) {
    const all = languages(locales);
    const found = check(sources(source), all);
    for (const sentence of found) console.error(sentence);
    problems += found.length;
    const messages = Object.keys(all[0].messages).length;
    console.log(`${locales}: ${messages} messages in ${all.length} languages, ${found.length} problems`);
  }
  const headless = headlessComments(filesOfRepository());
  for (const sentence of headless) console.error(sentence);
  problems += headless.length;
  process.exit(problems === 0 ? 0 : 1);
}

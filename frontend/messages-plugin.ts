/**
 * Gives the browser its words (docs/decisions/browser/languages.md). Each file `locales/<code>.json` is a language:
 * messages in ICU's format by id. They are compiled here, so the browser needs no parser.
 *
 * `virtual:languages` lists the languages, with a function that loads a part of the messages of each. A language is
 * loaded alone: the words of the first screens, and the rest with the first screen that needs it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const LOCALES = join(import.meta.dirname, 'locales');
const LANGUAGES = 'virtual:languages';
const MESSAGES = 'virtual:messages/';
/** The first parts of the ids of the words before the sign-in: of the shell with its dialogs, the landing page, the sign-up. */
const first = new Set([
  'app',
  'component',
  'http',
  'language',
  'live',
  'loadFailed',
  'lock',
  'proof',
  'secondFactor',
  'secondStep',
  'signIn',
  'signInAgain',
  'signUp',
  'singleSignOn',
  'unsaved',
]);

export type MessagePart = 'first' | 'rest';
const partOf = (id: string): MessagePart => (first.has(id.split('.')[0] ?? '') ? 'first' : 'rest');

/** @returns the messages of a language by their ids, as they are in the file */
function readMessages(folder: string, code: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8')) as Record<string, string>;
}
/** @returns the codes of the languages (BCP 47), the first is English */
function languageCodes(folder: string): string[] {
  const codes = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));
  return ['en', ...codes.filter((code) => code !== 'en').sort()];
}

function languagesModule(folder: string): string {
  const entries = languageCodes(folder).map((code) => {
    const messages = readMessages(folder, code);
    const fields = { code, name: messages['language.name'], direction: messages['language.direction'] };
    const load = (part: MessagePart): string => `${part}: () => import('${MESSAGES}${code}/${part}')`;
    return `{ ...${JSON.stringify({ ...fields, locale: messages['language.locale'] })}, ${load('first')}, ${load('rest')} }`;
  });
  return `export const languages = [${entries.join(',\n')}];`;
}

/** The server's own sentences are English: the page needs no words for its refusals (`refusal-text.ts`). */
const isOfServer = (code: string, id: string): boolean => code === 'en' && id.startsWith('error.');

/** @throws for a message that is not in ICU's format */
function messagesModule(folder: string, code: string, part: string): string {
  const compiled = Object.entries(readMessages(folder, code))
    .filter(([id]) => partOf(id) === part && !isOfServer(code, id))
    .map(([id, message]) => [id, compileMessageOrThrow(message)]);
  return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))});`;
}

/** @param folder the files of the languages */
export function messages(folder = LOCALES): Plugin {
  return {
    name: 'messages',
    resolveId: (id) => (id === LANGUAGES || id.startsWith(MESSAGES) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${LANGUAGES}`) {
        for (const code of languageCodes(folder)) this.addWatchFile(join(folder, `${code}.json`));
        return languagesModule(folder);
      }
      if (!id.startsWith(`\0${MESSAGES}`)) return undefined;
      const [code = '', part = ''] = id.slice(MESSAGES.length + 1).split('/');
      this.addWatchFile(join(folder, `${code}.json`));
      return messagesModule(folder, code, part);
    },
  };
}

/**
 * The words of the services outside of screens, in the reader's language: mails, headings of
 * exported files. Each file `<code>.json` of a folder is a language, with messages in ICU's format
 * by id, as in `frontend/locales` (docs/add-a-language.md).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type Messages, setupI18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** @returns the message with its values */
export type Say = (id: string, values?: Readonly<Record<string, string | number>>) => string;

export interface Words {
  /** BCP 47, English first. */
  readonly codes: readonly string[];
  /**
   * English for an unknown language, and for a message that the language lacks.
   * @param digits of numbers: `arab` is ٠–٩
   */
  in(code: string | undefined, digits?: 'latn' | 'arab'): Say;
}

/** @throws for a folder without English, and for a message that is not in ICU's format */
export function readWords(folder: URL): Words {
  const languages = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name.slice(0, -'.json'.length), compiled(new URL(name, folder))]),
  );
  const english = languages.get('en');
  if (!english) throw new Error(`${folder.pathname} has no en.json`);
  return {
    codes: ['en', ...[...languages.keys()].filter((code) => code !== 'en').sort()],
    in(code, digits = 'latn') {
      const own = languages.get(code ?? '');
      const locale = own && code !== undefined ? code : 'en';
      const i18n = setupI18n({
        locale,
        locales: `${locale}-u-nu-${digits}`,
        messages: { [locale]: { ...english, ...own } },
      });
      return (id, values) => i18n._(id, values);
    },
  };
}

function compiled(file: URL): Messages {
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, compileMessageOrThrow(message)]));
}

/** Formats of `Intl` in the language of the page. They are called while a component renders. */
import { currentLanguage, isolated } from './language.ts';

/** Makes a format again when the language changes: constructing one takes longer than 100 uses. */
export function perLanguage<Format>(create: (locale: string) => Format): () => Format {
  let made: { locale: string; format: Format } | undefined;
  return () => {
    const { locale } = currentLanguage();
    if (made?.locale !== locale) made = { locale, format: create(locale) };
    return made.format;
  };
}

const listFormat = perLanguage((locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }));

/** `Mona Adel, Omar Said`. Each name is isolated where the language is written from right to left. */
export const formatList = (names: readonly string[]): string =>
  listFormat().format(names.map((name) => isolated(name)));

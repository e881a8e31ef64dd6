/** The words of the screens by the ids of the catalogues, for tests that run in more than one language. */
import { setupI18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Translate } from '../../src/platform/language/language.ts';
import arabic from '../../locales/ar.json' with { type: 'json' };
import english from '../../locales/en.json' with { type: 'json' };

const catalogues = { en: english, ar: arabic } as const;
export type LanguageCode = keyof typeof catalogues;
export const languageCodes = ['en', 'ar'] as const satisfies LanguageCode[];

/** As a page in this language says it: on a page from right to left the texts within a message are isolated. */
export function words(code: LanguageCode): Translate {
  const catalogue = catalogues[code];
  const locales = `${catalogue['language.locale']}-u-nu-latn`;
  const i18n = setupI18n({ locale: code, locales, messages: { [code]: catalogue } });
  i18n.setMessagesCompiler(compileMessageOrThrow);
  const isMirrored = catalogue['language.direction'] === 'rtl';
  const shown = (value: string | number) => (isMirrored && typeof value === 'string' ? `\u2068${value}\u2069` : value);
  return (id, values) =>
    i18n._(id, values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)])));
}

import type { ChangeEvent } from 'react';
import { languages } from 'virtual:languages';
import { chooseLanguage } from '../platform/language/language.ts';
import { useLanguage, useTranslation } from '../platform/language/use-translation.ts';
import { notify } from './toasts/toaster.tsx';

/**
 * The attributes and options of a `<select>` of languages. The page changes at once, and keeps what is typed.
 * @param onChosen called when the page has the language
 */
export function useLanguageChoice(onChosen?: () => void) {
  const t = useTranslation();
  const { language } = useLanguage();
  const choose = async (code: string): Promise<void> => {
    try {
      await chooseLanguage(code);
      onChosen?.();
    } catch {
      notify.failed(t('language.notLoaded'));
    }
  };
  return {
    value: language.code,
    onChange: (event: ChangeEvent<HTMLSelectElement>) => void choose(event.target.value),
    // Each in its own words.
    children: languages.map(({ code, name }) => (
      <option key={code} value={code} lang={code}>
        {name}
      </option>
    )),
  };
}

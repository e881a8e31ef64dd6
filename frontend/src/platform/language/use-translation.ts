import { useSyncExternalStore } from 'react';
import { currentLanguage, currentTranslate, onLanguage, type LanguageChoice, type Translate } from './language.ts';

/** The words of the page. The component is rendered again when the language changes. */
export const useTranslation = (): Translate => useSyncExternalStore(onLanguage, currentTranslate, currentTranslate);

/** The language of the page. */
export const useLanguage = (): LanguageChoice => useSyncExternalStore(onLanguage, currentLanguage, currentLanguage);

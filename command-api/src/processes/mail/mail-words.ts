import { readWords } from 'service-kit/language/words';

/** The words of mails, in the languages of `command-api/locales`. */
export const mailWords = readWords(new URL('../../../locales/', import.meta.url));

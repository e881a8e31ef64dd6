/**
 * A language that is none: each letter of the English words is replaced by one with a mark, and a word is in brackets.
 * A text on a screen that is readable without marks is in no catalogue.
 */
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Language } from 'virtual:languages';
import english from '../../locales/en.json' with { type: 'json' };

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const marked = [...'áƀćďéƒǵħíĵķĺḿńőṕɋŕśťúṽŵẋýźÁƁĆĎÉƑǴĦÍĴĶĹḾŃŐṔɊŔŚŤÚṼŴẊÝŹ'];

export const pseudo = (text: string): string =>
  [...text].map((letter) => marked[plain.indexOf(letter)] ?? letter).join('');

const compiled = Object.fromEntries(
  Object.entries(english).map(([id, message]) => [id, compileMessage(message, pseudo)]),
);
const words = (): Promise<{ messages: typeof compiled }> => Promise.resolve({ messages: compiled });

export const pseudoLanguage: Language = {
  code: 'en-XA',
  name: 'Pseudo',
  direction: 'ltr',
  locale: 'en-XA',
  first: words,
  rest: words,
};

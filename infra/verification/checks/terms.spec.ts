/** One Arabic term for one thing: no message has a word that docs/arabic-terms.md forbids. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { arabic as escrow } from '../../operations/keys/escrow/page-words.ts';
import { catalogues, languages } from './words.mjs';

const terms = readFileSync(new URL('../../../docs/arabic-terms.md', import.meta.url), 'utf8');
/** The forbidden words by the English term, from the table "Terms". */
const forbidden = terms
  .split(/^## /mu)
  .find((section) => section.startsWith('Terms\n'))!
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, term = '', , not = '']) => ({ term, words: not === '' ? [] : not.split('، ') }));

/** Messages in which such a word means another thing. */
const exceptions: readonly { readonly ids: RegExp; readonly word: string; readonly because: string }[] = [
  { ids: /^outbox\./, word: 'في الانتظار', because: 'what waits for the network' },
  { ids: /^gallery\.state\.waiting$/, word: 'في الانتظار', because: 'an image that waits for its upload' },
  { ids: /^operations\.queue\.waiting$/, word: 'في الانتظار', because: 'jobs of the queue' },
];

/** The word alone, or behind a conjunction or preposition that is joined to it. */
const has = (message: string, word: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{M}])[وفبلك]?${word}(?![\\p{L}\\p{M}])`, 'u').test(message);

const messages: Record<string, string> = Object.fromEntries([
  ...catalogues.flatMap(({ locales }) =>
    languages(locales)
      .filter(({ code }) => code === 'ar')
      .flatMap((language) => Object.entries<string>(language.messages))
      .map(([id, message]) => [locales === 'frontend/locales' ? id : `${locales}: ${id}`, message] as const),
  ),
  ...[escrow.restoreTitle, ...escrow.restore, ...escrow.keep].map((text, at) => [`escrow.${at}`, text]),
]);

test('the table of terms forbids words, and has each English term once', () => {
  expect(forbidden.flatMap(({ words }) => words).length).toBeGreaterThan(50);
  expect(new Set(forbidden.map(({ term }) => term)).size).toBe(forbidden.length);
});

test.each(forbidden.filter(({ words }) => words.length > 0))('$term: no message has $words', ({ words }) => {
  const found = Object.entries(messages).flatMap(([id, message]) =>
    words
      .filter((word) => has(message, word))
      .filter((word) => !exceptions.some((one) => one.word === word && one.ids.test(id)))
      .map((word) => `${id}: ${word} (${message})`),
  );
  expect(found).toEqual([]);
});

test.each(exceptions)('the exception for $word is needed: $because', ({ ids, word }) => {
  const here = Object.entries(messages).filter(([id]) => ids.test(id));
  expect(here.some(([, message]) => has(message, word))).toBe(true);
});

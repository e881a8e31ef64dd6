import { expect, test } from 'vitest';
import type { Translate } from '../platform/language/language.ts';
import { pageNumber } from './paper.ts';

const inWords =
  (words: string): Translate =>
  (_id, values) =>
    words.replace(/\{(\w+)\}/g, (_all, name: string) => String(values?.[name]));

test('the number of a page is in the words and the digits of the language', () => {
  expect(pageNumber(inWords('Page {page} of {pages}'), 'decimal')).toBe(
    '"Page " counter(page, decimal) " of " counter(pages, decimal)',
  );
  expect(pageNumber(inWords('{pages} / {page}'), 'arabic-indic')).toBe(
    'counter(pages, arabic-indic) " / " counter(page, arabic-indic)',
  );
});

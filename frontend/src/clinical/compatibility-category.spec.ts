import { afterEach, expect, test } from 'vitest';
import { languages } from 'virtual:languages';
import { chosenLanguage, showLanguage } from '../platform/language/language.ts';
import { categorySuggestions, categoryText, storedCategory } from './compatibility-category.ts';

const show = (code: string) => showLanguage(chosenLanguage(languages.find((one) => one.code === code)!));
afterEach(() => show('en'));

test('a suggestion is stored in English in each language, and shown in that of the page', async () => {
  const english = categorySuggestions();
  expect(english.map(storedCategory)).toEqual(english);
  await show('ar');
  const arabic = categorySuggestions();
  expect(arabic).toContain('غير متوافق');
  expect(arabic.map(storedCategory)).toEqual(english);
  expect(english.map(categoryText)).toEqual(arabic);
  expect(categoryText(' y-site COMPATIBLE')).toBe('متوافق عبر وصلة Y-site');
});

test('another text is stored and shown as it was typed, such as an Arabic one of earlier versions', async () => {
  expect(storedCategory('Avoid ')).toBe('Avoid ');
  expect(categoryText('غير متوافق')).toBe('غير متوافق');
  await show('ar');
  expect(categoryText('Avoid')).toBe('Avoid');
  expect(categoryText('')).toBe('');
});

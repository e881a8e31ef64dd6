import { expect, test } from 'vitest';
import { normalizeForSearch } from './normalize-for-search.ts';

test('common spellings of one word are equal', () => {
  expect(normalizeForSearch('أوجمنتين')).toBe(normalizeForSearch('اوجمنتين'));
  expect(normalizeForSearch('مضادّ حيويّ')).toBe(normalizeForSearch('مضاد حيوى'));
  expect(normalizeForSearch('جرعة')).toBe(normalizeForSearch('جرعه'));
  expect(normalizeForSearch('Ceftriaxône  1G')).toBe('ceftriaxone 1g');
  expect(normalizeForSearch('مجم ٥٠٠')).toBe('مجم 500');
});
test('different words stay different', () => {
  expect(normalizeForSearch('Ceclor')).not.toBe(normalizeForSearch('Ceporex'));
});

import { expect, test } from 'vitest';
import { fold } from './arabic.ts';

test('spellings that a person takes for the same are the same', () => {
  expect(fold('أوجمنتين')).toBe(fold('اوجمنتين'));
  expect(fold('مضادّ حيويّ')).toBe(fold('مضاد حيوى'));
  expect(fold('جرعة')).toBe(fold('جرعه'));
  expect(fold('Ceftriaxône  1G')).toBe('ceftriaxone 1g');
  expect(fold('مجم ٥٠٠')).toBe('مجم 500');
});
test('different words stay different', () => {
  expect(fold('Ceclor')).not.toBe(fold('Ceporex'));
});

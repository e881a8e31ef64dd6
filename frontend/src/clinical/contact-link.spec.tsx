import { expect, test } from 'vitest';
import { messageLink } from './contact-link.tsx';

test('an Egyptian number gets a 2 before its 0', () => {
  expect(messageLink('01001234567')).toBe('https://wa.me/201001234567');
  expect(messageLink('٠١٠٠ ١٢٣ ٤٥٦٧')).toBe('https://wa.me/201001234567');
});
test('a number with its country code keeps it', () => {
  expect(messageLink('+20 100 123 4567')).toBe('https://wa.me/201001234567');
  expect(messageLink('00966 50 123 4567')).toBe('https://wa.me/966501234567');
  expect(messageLink('201001234567')).toBe('https://wa.me/201001234567');
});
test('without a number there is no link', () => {
  expect(messageLink('')).toBeUndefined();
  expect(messageLink('-')).toBeUndefined();
});

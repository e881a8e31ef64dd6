import { expect, test } from 'vitest';
import { normalisePhone } from './phone.ts';

test('every way to type an Egyptian mobile gives the number that works after https://wa.me/2', () => {
  const typed = [
    '01001234567',
    '0100 123 4567',
    '(0100) 123-4567',
    '٠١٠٠١٢٣٤٥٦٧',
    '۰۱۰۰۱۲۳۴۵۶۷',
    ' ٠١٠٠ 123 4567 ',
    '+201001234567',
    '+20 100 123 4567',
    '+٢٠ ١٠٠ ١٢٣ ٤٥٦٧',
    '+20 (0)100 123 4567',
    '+2 01001234567',
    '00201001234567',
    '0020 0100 123 4567',
    '201001234567',
  ];
  expect(typed.filter((text) => normalisePhone(text) !== '01001234567')).toEqual([]);
});

test('an Egyptian landline keeps its area code', () => {
  expect(normalisePhone('+20 2 2794 1234')).toBe('0227941234');
  expect(normalisePhone('02 2794 1234')).toBe('0227941234');
});

test('a number of another country keeps its code', () => {
  expect(normalisePhone('+966 50 123 4567')).toBe('966501234567');
  expect(normalisePhone('00966501234567')).toBe('966501234567');
});

test('what has no digits is empty', () => {
  expect(normalisePhone('')).toBe('');
  expect(normalisePhone(' - ')).toBe('');
});

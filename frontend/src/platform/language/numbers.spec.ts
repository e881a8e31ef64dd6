import { expect, test } from 'vitest';
import { formatDecimal, formatDifference, formatNumber } from './numbers.ts';

test('numbers have the separators and the signs of the language', () => {
  expect([formatNumber(12_345), formatDecimal(100), formatDecimal(33.333)]).toEqual(['12,345', '100.0', '33.3']);
  expect([3, -3, 0].map(formatDifference)).toEqual(['+3', '-3', '+0']);
});

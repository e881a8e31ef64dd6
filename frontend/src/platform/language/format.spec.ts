import { expect, test } from 'vitest';
import { formatList } from './format.ts';

test('a list has the separators of the language', () => {
  expect([[], ['Mona'], ['Mona', 'Omar'], ['Mona', 'Omar', 'Huda']].map(formatList)).toEqual([
    '',
    'Mona',
    'Mona, Omar',
    'Mona, Omar, Huda',
  ]);
});

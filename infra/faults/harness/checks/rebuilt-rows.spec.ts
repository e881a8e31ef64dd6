import { expect, test } from 'vitest';
import { rebuildSentences } from './rebuilt-rows.ts';

test('each table that differs is named', () => {
  const said = 'compares the rows\nThe table review differs: a\nThe table patient differs: b\nNothing was switched.\n';
  expect(rebuildSentences(said, 1)).toEqual(['The table review differs: a', 'The table patient differs: b']);
});
test('a rebuild that failed for another reason says why', () => {
  expect(rebuildSentences('analyses the tables\nAnother rebuild is running.\n', 1)).toEqual([
    'The rebuild ended with 1: Another rebuild is running.',
  ]);
});

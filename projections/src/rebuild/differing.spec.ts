import { afterEach, expect, test } from 'vitest';
import { differingSince } from './differing.ts';
import { readModels } from '../read-models/all.ts';
import { versionOf } from '../read-models/projection.ts';
import { scopeOf } from './scope.ts';
import { laterProgram, thisProgram } from '../testing/program-version.ts';

afterEach(thisProgram);

const scope = scopeOf(['clinical', 'audit']);
const expected = (from: number) => [
  ...differingSince(
    new Map([
      ['clinical', from],
      ['audit', versionOf(readModels.audit)],
    ]),
    scope,
  ),
];

test('columns that a later version names differ, and those of past states', () => {
  laterProgram(3, { differs: ['review.clinical_note', 'gallery_group', 'review.version'] });
  expect(expected(2)).toEqual([
    ['review', ['clinical_note', 'version']],
    ['past_review', ['clinical_note', 'version']],
    ['gallery_group', 'all'],
  ]);
});

test('nothing differs between rows of the same version', () => {
  expect(expected(versionOf(readModels.clinical))).toEqual([]);
  laterProgram(3);
  expect(expected(3)).toEqual([]);
});

test('the changes of all versions in between count', () => {
  laterProgram(3);
  expect(expected(1)).toEqual([
    ['review', ['clinical_note', 'clinical_note']],
    ['past_review', ['clinical_note', 'clinical_note']],
  ]);
});

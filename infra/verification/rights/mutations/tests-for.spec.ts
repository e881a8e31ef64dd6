import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSpecFiles, RIGHTS } from './tests-for.ts';
import type { Mutant } from './mutant.ts';

const specFiles = readSpecFiles(fileURLToPath(new URL('../../../..', import.meta.url)));
const runsFor = (file: string, kind: Mutant['kind']) =>
  specFiles.runsFor({ file, kind, start: 0, end: 0, replacement: '', expected: 'killed' });

test('decisions are seen by the pure tests of their folder first', () => {
  const [first] = runsFor('command-api/language/src/domain/admission/decide-gallery.ts', 'right in a decision');
  expect(first?.files).toContain('command-api/language/src/domain/admission/gallery.spec.ts');
  expect(first?.files.every((file) => !file.endsWith('.int.spec.ts'))).toBe(true);
});

test('guards of reads are seen by the spec of refused reads first, then by the rows of the same call', () => {
  const runs = runsFor('query-api/src/http/teams/ward.ts', 'guard of a read');
  expect(runs[0]).toEqual({ files: ['query-api/src/http/reads.int.spec.ts'], isNear: true });
  expect(runs.find(({ files, names }) => files[0] === RIGHTS && names)?.names).toEqual(['See the ward board']);
});

test('guards are seen by the spec of their own file before that of refusals', () => {
  const runs = runsFor('command-api/src/http/team/team-admin.ts', 'guard of a command');
  expect(runs.slice(1, 3).map(({ files }) => files)).toEqual([
    ['command-api/src/http/team/team-admin.int.spec.ts'],
    ['command-api/src/http/refusals.int.spec.ts'],
  ]);
});

test('conditions of statements are seen by the nearest spec first, or by one that lies elsewhere', () => {
  const [near] = runsFor('query-api/src/http/images/images.ts', 'SQL: requested thing');
  expect(near?.files).toEqual(['query-api/src/http/images/images.int.spec.ts']);
  const [elsewhere] = runsFor('command-api/src/accounts/device-pins.ts', 'SQL: person');
  expect(elsewhere?.files).toEqual(['command-api/src/http/user/locked-sessions.int.spec.ts']);
});

test('each check is asked of the whole rights suite in the end', () =>
  expect(runsFor('query-api/src/live/recheck.ts', 'guard of a live connection')).toContainEqual({
    files: [RIGHTS],
    isNear: false,
  }));

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Mutant } from './mutant.ts';
import { type Judged, openResults, reportOf } from './results.ts';

const mutant = (kind: Mutant['kind'], expected: Mutant['expected'] = 'killed'): Mutant => ({
  file: 'a.ts',
  kind,
  start: 0,
  end: 1,
  replacement: '',
  expected,
});
const judged = (kind: Mutant['kind'], place: string, outcome?: 'killed' | 'survived' | 'broken'): Judged => ({
  mutant: mutant(kind),
  place,
  result: outcome && { id: place, outcome, seconds: 1 },
});

test('the table counts by kind, and names each check that is not killed', () =>
  expect(
    reportOf([
      judged('SQL: team', 'a.ts:1  x', 'killed'),
      judged('SQL: team', 'a.ts:2  y', 'survived'),
      judged('SQL: team', 'a.ts:3  z'),
      judged('session', 'a.ts:4  s', 'broken'),
      { mutant: mutant('control', 'survived'), place: 'a.ts:5  c', result: { id: 'c', outcome: 'killed', seconds: 1 } },
    ]).split('\n'),
  ).toEqual([
    '| Check | Number | Killed | Survived | Broken | Not run |',
    '| --- | --- | --- | --- | --- | --- |',
    '| session | 1 | 0 | 0 | 1 | 0 |',
    '| SQL: team | 3 | 1 | 1 | 0 | 1 |',
    '| all | 4 | 1 | 1 | 1 | 1 |',
    'survived: a.ts:2  y',
    'broken: a.ts:4  s',
    'control: a.ts:5  c: killed, expected survived',
  ]));

test('results are kept, the newest of a check counts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rights-mutations-results-'));
  const file = join(folder, 'new/results.jsonl');
  openResults(file).add({ id: 'a', outcome: 'survived', seconds: 1 });
  openResults(file).add({ id: 'a', outcome: 'killed', why: 'a test', seconds: 2 });
  expect(openResults(file).get('a')).toEqual({ id: 'a', outcome: 'killed', why: 'a test', seconds: 2 });
  expect(openResults(file).get('b')).toBeUndefined();
  rmSync(folder, { recursive: true });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Mutant } from './mutant.ts';
import { isSettled, type Judged, ONLY_NEAREST, openResults, reportOf } from './results.ts';

const mutant = (kind: Mutant['kind'], expected: Mutant['expected'] = 'killed'): Mutant => ({
  file: 'a.ts',
  kind,
  start: 0,
  end: 1,
  replacement: '',
  expected,
});
const covered: Mutant = { ...mutant('session', 'survived'), reason: 'a second check' };
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
      { ...judged('session', 'a.ts:6  e', 'survived'), mutant: covered },
      { ...judged('session', 'a.ts:7  k', 'killed'), mutant: covered },
      { mutant: mutant('control', 'survived'), place: 'a.ts:5  c', result: { id: 'c', outcome: 'killed', seconds: 1 } },
    ]).split('\n'),
  ).toEqual([
    '| Check | Number | Killed | Expected | Survived | Broken | Not run |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| session | 3 | 1 | 1 | 0 | 1 | 0 |',
    '| SQL: team | 3 | 1 | 0 | 1 | 0 | 1 |',
    '| all | 6 | 2 | 1 | 1 | 1 | 1 |',
    'survived: a.ts:2  y',
    'broken: a.ts:4  s',
    'killed, expected to survive: a.ts:7  k',
    'survived as expected: a.ts:6  e: a second check',
    'control: a.ts:5  c: killed, expected survived',
  ]));

test('a full run judges what a quick one calls a survivor', () => {
  const quick = { id: 'a', outcome: 'survived', why: ONLY_NEAREST, seconds: 1 } as const;
  expect(isSettled(covered, quick, true)).toBe(true);
  expect(isSettled(covered, quick, false)).toBe(false);
  expect(isSettled(covered, { ...quick, why: undefined }, false)).toBe(true);
  expect(isSettled(covered, { ...quick, outcome: 'killed' }, false)).toBe(false);
  expect(isSettled(mutant('session'), undefined, true)).toBe(false);
});

test('results are kept, the newest of a check counts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rights-mutations-results-'));
  const file = join(folder, 'new/results.jsonl');
  openResults(file).add({ id: 'a', outcome: 'survived', seconds: 1 });
  openResults(file).add({ id: 'a', outcome: 'killed', why: 'a test', seconds: 2 });
  expect(openResults(file).get('a')).toEqual({ id: 'a', outcome: 'killed', why: 'a test', seconds: 2 });
  expect(openResults(file).get('b')).toBeUndefined();
  rmSync(folder, { recursive: true });
});

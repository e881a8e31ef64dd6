import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readReferenceRanges, referenceRangeMistakes } from './reference-ranges.ts';

const fileWith = (content: unknown): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'ranges-')), 'ranges.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

test('without a file the samples of the product count', () => {
  expect(readReferenceRanges(undefined)).toBeUndefined();
  expect(referenceRangeMistakes(undefined)).toEqual([]);
});

test('a file replaces them; a unit may be written as people write it', () => {
  const path = fileWith([{ kind: 'creatinine', unit: 'mg/dl', sex: 'female', fromAgeDays: 6575, low: 0.5, high: 1 }]);
  expect(readReferenceRanges(path)).toEqual([
    { kind: 'creatinine', unit: 'mg/dL', sex: 'female', fromAgeDays: 6575, low: 0.5, high: 1 },
  ]);
});

test('all mistakes are reported at once, each with its place', () => {
  const path = fileWith([
    { kind: 'cretinine', unit: 'mg/dL', low: 1 },
    { kind: 'potassium', unit: 'mg/dL', low: 3.5, high: 5 },
    { kind: 'sodium', unit: 'mmol/L', low: 145, high: 135, sex: 'm' },
    { kind: 'inr', unit: '{INR}' },
    { kind: 'wbc', unit: '/uL', high: 1, fromAgeDays: 28, toAgeDays: 28 },
    { kind: 'calcium', unit: 'mg/dL', low: 8, upper: 10 },
  ]);
  const mistakes = referenceRangeMistakes(path).join('\n');
  for (const place of ['0.kind', '1.unit must be one of mmol/L, meq/L', '2.sex', '3.low', '4.fromAgeDays', '5 Unrec'])
    expect(mistakes).toContain(`REFERENCE_RANGES: ${path}: ${place}`);
  expect(() => readReferenceRanges(path)).toThrow('0.kind');
});

test.each([
  ['that is not there', '/nowhere/ranges.json', 'cannot be read'],
  ['that is no JSON', fileWith('['), 'cannot be read'],
  ['that is no list', fileWith({}), 'must be a list of ranges'],
])('a file %s is refused at the start', (_, path, why) =>
  expect(referenceRangeMistakes(path)).toEqual([expect.stringContaining(why)]),
);

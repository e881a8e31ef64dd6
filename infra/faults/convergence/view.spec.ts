import { expect, test } from 'vitest';
import { merged } from './merge.ts';
import { newest, parts, partsTouchedBy } from './view.ts';

const entry = (id: string, version: number, note: string) => ({ _id: id, version, note });

test('an older answer never replaces a newer version or its lists, but decides which reviews there are', () => {
  const held = [
    { _id: 'r', version: 3, head: 'new', drugErrs: [entry('one', 5, 'newest'), entry('two', 1, 'two')] },
    { _id: 's', version: 1, head: 'gone', drugErrs: [] },
  ];
  const read = [
    { _id: 'r', version: 2, head: 'old', drugErrs: [entry('one', 4, 'older'), entry('two', 6, 'newer')] },
    { _id: 'q', version: 4, head: 'added', drugErrs: [] },
  ];
  expect(newest(held, read)).toEqual([
    { _id: 'r', version: 3, head: 'new', drugErrs: [entry('one', 5, 'newest'), entry('two', 6, 'newer')] },
    { _id: 'q', version: 4, head: 'added', drugErrs: [] },
  ]);
});

test('an older answer does not take the tags of a newer entry', () => {
  const tagged = (version: number, ...drugTags: string[]) => [
    { _id: 'r', version: 7, drugErrs: [{ _id: 'e', version, drugTags }] },
  ];
  expect(newest(tagged(5, 'renal'), tagged(4))).toEqual(tagged(5, 'renal'));
  expect(newest(tagged(4, 'renal'), tagged(5))).toEqual(tagged(5));
});

test('a note invalidates the parts that it touches; one that names the admission alone invalidates all', () => {
  const stream = 'admission-a';
  expect(partsTouchedBy({ stream, touched: ['entry:e', 'review:r'] })).toEqual(['reviews']);
  expect(partsTouchedBy({ stream, touched: ['note:n', 'admission:a'] })).toEqual(['notes', 'details']);
  expect(partsTouchedBy({ stream, touched: ['admission:a'] })).toEqual(parts);
});

test('changes of different fields are merged; changes of the same group are not', () => {
  const base = { type: 'dose', severity: 'C', note: 'a' };
  const groups = [['type', 'severity'], ['note']] as const;
  expect(merged(groups, base, { ...base, note: 'mine' }, { ...base, severity: 'D' })).toEqual({
    type: 'dose',
    severity: 'D',
    note: 'mine',
  });
  expect(merged(groups, base, { ...base, type: 'interval' }, { ...base, severity: 'D' })).toBeUndefined();
  expect(merged(groups, base, { ...base, note: 'both' }, { ...base, note: 'both' })).toEqual({ ...base, note: 'both' });
});

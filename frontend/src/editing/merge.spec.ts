import { expect, test } from 'vitest';
import {
  differs,
  mergeDisjoint,
  mineOverTheirs,
  conflictingGroups,
  groupsToDecide,
  yieldToTheirs,
  type FieldGroups,
} from './merge.ts';

interface Entry {
  drug: string;
  type: string;
  severity: string | null;
  note: string;
}
const groups: FieldGroups<Entry> = [['drug'], ['type', 'severity'], ['note']];
const base: Entry = { drug: 'Warfarin', type: 'dose', severity: 'C', note: 'a' };

test('changes of different fields are merged', () => {
  expect(mergeDisjoint(groups, base, { ...base, note: 'mine' }, { ...base, severity: 'D' })).toEqual({
    ...base,
    note: 'mine',
    severity: 'D',
  });
});

test('the same field changed to different things is for a person to decide', () => {
  expect(mergeDisjoint(groups, base, { ...base, note: 'mine' }, { ...base, note: 'theirs' })).toBeUndefined();
  expect(
    conflictingGroups(groups, base, { ...base, note: 'mine' }, { ...base, note: 'theirs', drug: 'Heparin' }),
  ).toEqual([['note']]);
});

test('the same change made twice is no conflict', () => {
  expect(mergeDisjoint(groups, base, { ...base, note: 'both' }, { ...base, note: 'both' })).toEqual({
    ...base,
    note: 'both',
  });
});

test('a severity is never joined to an error type that another person chose', () => {
  const bare = { ...base, severity: null };
  expect(mergeDisjoint(groups, bare, { ...bare, severity: 'D' }, { ...bare, type: 'No error' })).toBeUndefined();
});

test('what was not changed does not differ', () => {
  expect(differs(groups, base, { ...base })).toBe(false);
  expect(differs(groups, base, { ...base, drug: 'Heparin' })).toBe(true);
});

const [mine, theirs] = [
  { ...base, note: 'mine', drug: 'Heparin' },
  { ...base, note: 'theirs', severity: 'D' },
];
test('keeping mine undoes nothing that they changed elsewhere', () => {
  expect(mineOverTheirs(groups, base, mine, theirs)).toEqual({ ...base, note: 'mine', drug: 'Heparin', severity: 'D' });
});

test('taking theirs keeps what only I changed', () => {
  expect(yieldToTheirs(groups, base, mine, theirs)).toEqual({
    ...base,
    note: 'theirs',
    drug: 'Heparin',
    severity: 'D',
  });
});

test('without a known base, all that differs has to be decided', () => {
  expect(groupsToDecide(groups, base, mine, theirs)).toEqual([['note']]);
  expect(groupsToDecide(groups, undefined, mine, theirs)).toEqual([['drug'], ['type', 'severity'], ['note']]);
  expect(yieldToTheirs(groups, undefined, mine, theirs)).toEqual(theirs);
});

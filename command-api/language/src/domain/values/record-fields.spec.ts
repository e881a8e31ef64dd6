import { expect, test } from 'vitest';
import { groupsOf, idsByLabel, isSame, pick, written } from './record-fields.ts';

const fields = {
  drug: { kind: 'id', label: 'drugLabel', group: 'drug' },
  note: { kind: 'markup' },
  drugLabel: { kind: 'label', group: 'drug' },
  day: { kind: 'day' },
  tags: { kind: 'items' },
} as const;
const thing = {
  drug: 'd.1',
  drugLabel: 'Panadol',
  note: '<p>Halve</p>',
  day: null,
  tags: [{ name: 'renal' }],
  more: 1,
};

test('a thing from before a field has the empty value of its kind, and nothing that is not described', () => {
  const { more: _more, ...described } = thing;
  expect(pick(fields, thing)).toEqual(described);
  expect(pick(fields, { drug: 'd.1' })).toEqual({ drug: 'd.1', drugLabel: '', note: '', day: null, tags: [] });
});

test('things are the same if all described fields are, also items', () => {
  expect(isSame(fields, thing, { ...thing, more: 2, tags: [{ name: 'renal' }] })).toBe(true);
  expect(isSame(fields, thing, { ...thing, tags: [{ name: 'hepatic' }] })).toBe(false);
  expect(isSame(fields, { drug: 'd.1' }, { drug: 'd.1', note: '', tags: [] })).toBe(true);
});

test('a field without a group is one, and a person writes no label', () => {
  expect(groupsOf(fields)).toEqual([['drug', 'drugLabel'], ['note'], ['day'], ['tags']]);
  expect(Object.keys(written(fields))).toEqual(['drug', 'note', 'day', 'tags']);
  expect(idsByLabel(fields)).toEqual({ drugLabel: 'drug' });
});

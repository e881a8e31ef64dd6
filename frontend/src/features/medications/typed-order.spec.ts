import { parseOrder } from 'language/domain/orders/parse-order';
import { expect, test } from 'vitest';
import { drugFinder } from './find-drug.ts';
import { fieldsOfOrder } from './typed-order.ts';
import { understoodOf } from './understood.ts';

const label = (_id: string, name: string, drug: string, drugLabel: string) => ({
  _id,
  label: name,
  drug,
  drugLabel,
  drugTags: [],
});
const rows = [
  label('ceft.1', 'Rocephin', 'ceft', 'Ceftriaxone'),
  label('ceft.2', 'Cefaxone 1 g', 'ceft', 'Ceftriaxone'),
  label('warf.1', 'Marevan 5 mg', 'warf', 'Warfarin'),
];
const find = drugFinder(rows);
const found = (words: string) => find(words)?.labels.map(({ _id }) => _id);

test('a drug is found by its trade name, with or without the strength, and by its substance', () => {
  expect(found('marevan')).toEqual(['warf.1']);
  expect(found('Marevan 5mg')).toEqual(['warf.1']);
  expect(found('CEFTRIAXONE')).toEqual(['ceft.1', 'ceft.2']);
  expect(found('cef')).toBeUndefined();
});

test('a drug in Arabic letters is found by its sound, for a person to look at', () =>
  expect(find('ماريفان')).toMatchObject({ rootId: 'warf', isBySound: true }));

test('the fields have the text as it was typed, and the note what was not understood', () => {
  const parsed = parseOrder('ceftriaxone 1 g iv q12h qqqq', find);
  expect(parsed.drug?.rootId).toBe('ceft');
  expect(fieldsOfOrder(parsed)).toEqual({ dose: '1 g', route: 'iv', frequency: 'q12h', note: 'qqqq' });
});

test('the amount of a day is told where the medicine is given each day and all is understood', () => {
  const daily = (dose: string, frequency: string) => understoodOf({ dose, route: 'IV', frequency }).daily;
  expect(daily('1 g', 'Every 8 h')).toBe('3 g a day');
  expect(daily('7.5 mg', 'Once weekly')).toBe('');
  expect(daily('1 g', 'as the doctor says')).toBe('');
  expect(understoodOf({ dose: 'qqq', route: 'IV', frequency: '' }).unchecked).toEqual(['dose']);
});

import { expect, test } from 'vitest';
import { search, searchableChoices } from './search.ts';

const list = searchableChoices([
  { id: '1', label: 'Clexane 40', detail: 'Enoxaparin' },
  { id: '2', label: 'Marevan', detail: 'Warfarin' },
  { id: '3', label: 'Co-Marvel', detail: 'Losartan' },
  { id: '4', label: 'Warfarina', detail: 'Warfarin' },
  { id: '5', label: 'أوجمنتين', detail: 'Amoxicillin clavulanate' },
]);
const ids = (typed: string, limit = 30) => search(list, typed, limit).found.map(({ id }) => id);

test('a label that begins with the query comes before one that contains it', () => {
  expect(ids('mar')).toEqual(['2', '3']);
});
test('words that stand together come before the same words apart, whatever the order of the list', () => {
  const types = ['Drug-disease or drug-laboratory interaction', 'Drug-drug interaction'];
  const prepared = searchableChoices(types.map((label) => ({ id: label, label })));
  expect(search(prepared, 'Drug interaction', 10).found[0]?.label).toBe('Drug-drug interaction');
});
test('a trade name is found by its substance, after those whose own name matches', () => {
  expect(ids('warf')).toEqual(['4', '2']);
});
test('Arabic spelling variants find the same', () => {
  expect(ids('اوجمنتين')).toEqual(['5']);
});
test('of labels that match as well, those of the patient come first; a better match stays before them', () => {
  const strengths = searchableChoices(
    ['Zyloric 100 mg', 'Zyloric 300 mg', 'Zyrtec', 'Neo-Zyloric'].map((label) => ({ id: label, label })),
  );
  const first = ['Zyloric 300 mg', 'Neo-Zyloric'];
  const found = (typed: string) => search(strengths, typed, 2, first).found.map(({ id }) => id);
  expect(found('zyl')).toEqual(['Zyloric 300 mg', 'Zyloric 100 mg']);
  expect(found('zyrt')).toEqual(['Zyrtec']);
  expect(found('100')).toEqual(['Zyloric 100 mg']);
  expect(found('')).toEqual(first);
});
test('all words have to match, in the name or the substance', () => {
  expect(ids('clex enox')).toEqual(['1']);
  expect(ids('clex warf')).toEqual([]);
});
test('the result has at most the limit and the total', () => {
  expect(search(list, '', 2)).toMatchObject({ found: [{ id: '1' }, { id: '2' }], total: 5 });
});
test.each([
  ['clexane 40mg', ['6']],
  ['Clexane® ٤٠', ['1', '6']],
  ['comarvel', ['3']],
  ['co marvel', ['3']],
  ['كلكسان', ['1', '6']],
  ['كلكسان 40 mg', ['6']],
  ['إنوكسابارين', ['1', '6']],
  ['اوجمنتین', ['5']],
  ['وارفارين', ['2', '4']],
  ['تازو', []],
])('%s finds %j', (typed, found) =>
  expect(
    search(
      searchableChoices([
        ...list.map(({ choice }) => choice),
        { id: '6', label: 'Clexane 40 mg/0.4 ml', detail: 'Enoxaparin' },
      ]),
      typed,
      30,
    ).found.map(({ id }) => id),
  ).toEqual(found),
);

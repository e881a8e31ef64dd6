import { expect, test } from 'vitest';
import { emptySearch, isEmptySearch, namesFrom, readSearch, writeSearch } from './patient-search.ts';

test('the address holds a search', () => {
  const state = {
    search: { ...emptySearch, firstName: 'عبد الرحمن', medicalRecordNumber: '12' },
    inpatientsOnly: true,
  };
  expect(readSearch(new URLSearchParams(writeSearch(state).toString()))).toEqual(state);
});
test('spaces around a part are ignored', () => {
  expect(writeSearch({ search: { ...emptySearch, firstName: '  ' }, inpatientsOnly: false }).toString()).toBe('');
  expect(isEmptySearch({ ...emptySearch, lastName: ' ' })).toBe(true);
});
test('four names in one parameter are split on their separator', () => {
  const { search } = readSearch(new URLSearchParams({ firstName: 'محمد| عبد الرحمن |علي', fourthName: 'السيد' }));
  expect(search).toEqual({
    ...emptySearch,
    firstName: 'محمد',
    middleName: 'عبد الرحمن',
    lastName: 'علي',
    fourthName: 'السيد',
  });
});
test('a pasted full name is spread over the fields, and one name is pasted as it is', () => {
  expect(namesFrom('firstName', 'محمد عبد الرحمن علي السيد')).toEqual({
    firstName: 'محمد',
    middleName: 'عبد الرحمن',
    lastName: 'علي',
    fourthName: 'السيد',
  });
  expect(namesFrom('lastName', 'محمد عبد الرحمن علي')).toEqual({ lastName: 'محمد', fourthName: 'عبد الرحمن علي' });
  expect(namesFrom('firstName', ' عبد الرحمن ')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { emptySearch, isEmptySearch, readSearch, writeSearch } from './search-state.ts';

test('a search goes through the address and back', () => {
  const state = { search: { ...emptySearch, firstName: 'عبد الرحمن', medicalRecordNumber: '12' }, inpatientsOnly: true };
  expect(readSearch(new URLSearchParams(writeSearch(state).toString()))).toEqual(state);
});
test('spaces around a part do not count', () => {
  expect(writeSearch({ search: { ...emptySearch, firstName: '  ' }, inpatientsOnly: false }).toString()).toBe('');
  expect(isEmptySearch({ ...emptySearch, lastName: ' ' })).toBe(true);
});

import { expect, test } from 'vitest';
import {
  askedOf,
  emptySearch,
  isEmptySearch,
  namesFrom,
  newPatientFrom,
  readSearch,
  withTyped,
  writeSearch,
} from './patient-search.ts';

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

test.each([
  ['محمد أحمد علي السيد', ['محمد', 'أحمد', 'علي', 'السيد']],
  ['عبد الرحمن محمد أبو بكر علي', ['عبد الرحمن', 'محمد', 'أبو بكر', 'علي']],
  ['عبد الرحمن', ['عبد الرحمن', '', '', '']],
  ['أبو بكر ابن سينا', ['أبو بكر', 'ابن سينا', '', '']],
  ['جاد الرب سيف الدين', ['جاد الرب', 'سيف الدين', '', '']],
  ['بنت نورا محمد', ['بنت نورا', 'محمد', '', '']],
  ['Abd El Rahman Mohamed', ['Abd El Rahman', 'Mohamed', '', '']],
  ['محمد أحمد علي السيد حسن', ['محمد', 'أحمد', 'علي', 'السيد حسن']],
  ['Baby of Nora 2', ['Baby of Nora', '2', '', '']],
])('a new patient has the parts of %s, from the one field and from the first name', (name, parts) => {
  const of = (typed: Parameters<typeof newPatientFrom>[0]) => {
    const { firstName, middleName, lastName, fourthName } = newPatientFrom(typed);
    return [firstName, middleName, lastName, fourthName];
  };
  expect(of({ ...emptySearch, text: name })).toEqual(parts);
  expect(of({ ...emptySearch, firstName: ` ${name} ` })).toEqual(parts);
});
test.each(['00412', 'A-00412', '٤١٢', 'A 412'])('%s becomes the record number of a new patient', (text) =>
  expect(newPatientFrom({ ...emptySearch, text })).toMatchObject({ firstName: '', medicalRecordNumber: text }),
);
test('parts that were searched apart stay apart', () =>
  expect(newPatientFrom({ ...emptySearch, firstName: 'Mary Ann', lastName: 'Zaki' })).toMatchObject({
    firstName: 'Mary Ann',
    middleName: '',
    lastName: 'Zaki',
  }));

test('the one field and the parts empty each other; the birthdate goes with both', () => {
  const parts = { ...emptySearch, firstName: 'Nora', birthdate: '1960-02-29' };
  const text = withTyped(parts, { text: 'Zaki' });
  expect(text).toEqual({ ...emptySearch, text: 'Zaki', birthdate: '1960-02-29' });
  expect(askedOf(text)).toEqual({ text: 'Zaki', birthdate: '1960-02-29' });
  expect(withTyped(text, { birthdate: '' })).toMatchObject({ text: 'Zaki', birthdate: '' });
  expect(withTyped(text, { lastName: 'Adel' })).toEqual({ ...emptySearch, lastName: 'Adel', birthdate: '1960-02-29' });
});

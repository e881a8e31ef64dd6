import { expect, test } from 'vitest';
import { matchesEveryone, nameSearch, waysToDivide } from './patient-search.ts';

const nothing = { firstName: '', middleName: '', lastName: '', fourthName: '' };

test('words are divided among the parts in every way that keeps their order', () => {
  expect(waysToDivide(['a', 'b', 'c'])).toEqual([
    ['a b c', '', '', ''],
    ['a', 'b c', '', ''],
    ['a b', 'c', '', ''],
    ['a', 'b', 'c', ''],
  ]);
  expect(waysToDivide([])).toEqual([]);
});

test('further words stay together in the last part', () => {
  const ways = waysToDivide('a b c d e f g h'.split(' '));
  expect(ways).toHaveLength(26);
  expect(ways).toContainEqual(['a', 'b', 'c', 'd e f g h']);
});

test('an empty search matches everyone', () =>
  expect(nameSearch(nothing)).toEqual({
    ways: [['', '', '', '']],
    begins: ['', '', '', ''],
    wholeKey: '',
    spelling: ['', '', '', ''],
    wholeSpelling: '',
  }));

test('given parts are folded separately and not divided', () =>
  expect(nameSearch({ ...nothing, firstName: ' أحمد ', lastName: 'عبد الرحمن' })).toEqual({
    ways: [['احمد', '', 'عبدالرحمن', '']],
    begins: ['احمد', '', 'عبدالرحمن', ''],
    wholeKey: '',
    spelling: ['أحمد', '', 'عبد الرحمن', ''],
    wholeSpelling: '',
  }));

test('a first name alone may be the whole name; compounds are joined before the division', () => {
  const search = nameSearch({ ...nothing, firstName: 'عبد الرحمن، أحمد' });
  expect(search).toEqual({
    ways: [
      ['عبدالرحمن احمد', '', '', ''],
      ['عبدالرحمن', 'احمد', '', ''],
    ],
    begins: ['عبدالرحمن', '', '', ''],
    wholeKey: 'عبدالرحمن احمد',
    spelling: ['', '', '', ''],
    wholeSpelling: 'عبد الرحمن أحمد',
  });
});

test('punctuation alone matches everyone', () =>
  expect(nameSearch({ ...nothing, firstName: '...' })).toMatchObject({ ways: [['', '', '', '']] }));

test('only a search without any text matches everyone in one rank', () => {
  expect(matchesEveryone(nameSearch(nothing))).toBe(true);
  expect(matchesEveryone(nameSearch({ ...nothing, fourthName: 'علي' }))).toBe(false);
  expect(matchesEveryone(nameSearch({ ...nothing, firstName: '...' }))).toBe(false);
});

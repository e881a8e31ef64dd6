import { describe, expect, test } from 'vitest';
import { foldName, looseName, nameBeginnings } from './arabic.ts';
import { foldDrug, foldPlace, foldRecordNumber, isSameRecordNumber, soundOf } from './folding.ts';
import { drugs, drugSounds, names, nearNames, places, recordNumbers } from './folding.testdata.ts';

const byKey = (fold: (text: string) => string) => (one: string, other: string) => fold(one) === fold(other);
const tables = [
  ['names', names, byKey(foldName)],
  ['near names', nearNames, byKey((name) => looseName(foldName(name)))],
  ['record numbers', recordNumbers, isSameRecordNumber],
  ['places', places, byKey(foldPlace)],
  ['drugs', drugs, byKey(foldDrug)],
  ['drugs in two scripts', drugSounds, byKey((name) => soundOf(foldDrug(name)))],
] as const;

describe.each(tables)('%s', (_, { match, differ }, isSame) => {
  test.each(match.map((line) => [line] as const))('match: %j', ([first = '', ...others]) =>
    expect(others.filter((other) => !isSame(first, other) || !isSame(other, first))).toEqual([]),
  );
  test.each(differ.map((line) => [line] as const))('do not match: %j', (line) =>
    expect(line.filter((one, at) => line.some((other, nth) => nth !== at && isSame(one, other)))).toEqual([]),
  );
});

test.each(['Mohammad', 'Abdelrahman', 'Elsayed', 'Sameer', 'Baby of Nora', 'Saeed', 'Mariam', 'Youssef'])(
  'each beginning of %s begins its key, as the name is typed',
  (name) => {
    const key = foldName(name);
    for (let length = 1; length <= name.length; length += 1)
      expect(nameBeginnings(foldName(name.slice(0, length))).filter((begin) => key.startsWith(begin))).not.toEqual([]);
  },
);

test('a beginning of a record number finds it, with or without its zeros', () => {
  for (const typed of ['1', '123', '0123', '00 12'])
    expect(foldRecordNumber('0012345').startsWith(foldRecordNumber(typed))).toBe(true);
});
test('an empty record number is no record number', () => expect(isSameRecordNumber('', ' ')).toBe(false));

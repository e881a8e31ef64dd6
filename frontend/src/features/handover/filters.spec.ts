import { expect, test } from 'vitest';
import { isNarrowed, noFilters, readFilters, writeFilters } from './filters.ts';

test('filters come back from the address as they were put there', () => {
  const filters = { mine: true, severity: 'E', overdue: true, drug: 'مروبينيم', discharged: true } as const;
  expect(readFilters(new URLSearchParams(writeFilters(filters)))).toEqual(filters);
  expect(writeFilters(noFilters)).toEqual({});
  expect(readFilters(new URLSearchParams(''))).toEqual(noFilters);
});

test('what nobody can have meant is no filter', () => {
  expect(readFilters(new URLSearchParams('mine=yes&severity=Z&overdue=&drug=%20'))).toEqual(noFilters);
});

test('discharged patients add to the list, everything else takes away', () => {
  expect(isNarrowed({ ...noFilters, discharged: true })).toBe(false);
  for (const filter of [{ mine: true }, { severity: 'C' as const }, { overdue: true }, { drug: 'mero' }])
    expect(isNarrowed({ ...noFilters, ...filter })).toBe(true);
});

import { expect, test } from 'vitest';
import { isNarrowed, noFilters, readFilters, writeFilters } from './filters.ts';

test('filters are read from the address as they were written', () => {
  const filters = { mine: true, of: 'u4', severity: 'E', overdue: true, drug: 'مروبينيم', discharged: true } as const;
  expect(readFilters(new URLSearchParams(writeFilters(filters)))).toEqual(filters);
  expect(writeFilters(noFilters)).toEqual({});
  expect(readFilters(new URLSearchParams(''))).toEqual(noFilters);
});

test('invalid parameters are no filters', () => {
  expect(readFilters(new URLSearchParams('mine=yes&severity=Z&overdue=&drug=%20'))).toEqual(noFilters);
});

test('all filters narrow the list, except the one that adds discharged patients', () => {
  expect(isNarrowed({ ...noFilters, discharged: true })).toBe(false);
  for (const filter of [
    { mine: true },
    { of: 'left' },
    { severity: 'C' as const },
    { overdue: true },
    { drug: 'mero' },
  ])
    expect(isNarrowed({ ...noFilters, ...filter })).toBe(true);
});

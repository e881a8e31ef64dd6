import { expect, test } from 'vitest';
import { readAsked, writeAsked } from './criteria.ts';

const read = (address: string) => readAsked(new URLSearchParams(address));

test('the address says what is asked for, and the day', () => {
  for (const asked of [
    { kind: 'drug', id: 'd.1', on: '2026-03-05' },
    { kind: 'substance', id: 'd', on: null },
    { kind: 'tag', id: 't', on: '2026-3' },
    { kind: 'tag', id: 't', on: '' },
  ] as const)
    expect(read(new URLSearchParams(writeAsked(asked)).toString())).toEqual(asked);
});

test('an address without a drug asks for nothing, and one of several drugs counts', () => {
  expect(read('')).toEqual({ kind: 'drug', id: '', on: null });
  expect(writeAsked(read(''))).toEqual({});
  expect(read('tag=t&substance=s')).toEqual({ kind: 'substance', id: 's', on: null });
});

import { expect, test } from 'vitest';
import { namedPids } from './named-pids.ts';

test('processes can be named', () => {
  expect(namedPids(undefined)).toEqual([]);
  expect(namedPids('EventStoreDB=123,Redis=456')).toEqual([
    { name: 'EventStoreDB', pid: 123 },
    { name: 'Redis', pid: 456 },
  ]);
  expect(() => namedPids('EventStoreDB:123')).toThrow('BENCH_PIDS has names and process ids');
});

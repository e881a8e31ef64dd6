import { expect, test } from 'vitest';
import { progressFaults } from './progress.ts';
import { written } from './testing.ts';

const log = written(['one', 'two'], 'drug-d');
const at = (revision: bigint, ...parked: string[]) => ({
  checkpoints: new Map([['catalogue drug-d', revision]]),
  parked: new Set(parked),
});

test('rows at the last event of their stream are no fault', () => {
  expect(progressFaults(log, at(1n), [])).toEqual([]);
});
test('rows behind the log are found, also where there are none', () => {
  expect(progressFaults(log, at(0n), [])).toEqual([
    'The rows of 1 streams are behind the log: catalogue drug-d is at 0 of 1',
  ]);
  expect(progressFaults(log, { checkpoints: new Map(), parked: new Set() }, [])).toHaveLength(1);
});
test('a parked stream is found, unless it was given a poison event', () => {
  expect(progressFaults(log, at(0n, 'catalogue drug-d'), [])).toEqual(['drug-d is parked in catalogue']);
  expect(progressFaults(log, at(0n, 'catalogue drug-d'), ['drug-d'])).toEqual([]);
});
test('a poisoned stream that is not parked is found', () => {
  expect(progressFaults(log, at(0n), ['drug-d'])).toEqual([
    'drug-d has an event that cannot be projected, and is not parked',
  ]);
});
test('a stream without a read model needs no rows', () => {
  expect(progressFaults(written(['one'], '$settings'), at(1n), [])).toEqual([]);
});

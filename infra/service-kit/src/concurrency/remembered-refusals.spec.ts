import { expect, test } from 'vitest';
import { ASK_AGAIN_MS, createRememberedRefusals } from './remembered-refusals.ts';

let now = 0;
const open = () => {
  now = 1_000;
  return createRememberedRefusals(() => now);
};

test('a refusal holds until its time is over', () => {
  const refusals = open();
  refusals.refuse('a', 5_000);
  expect([refusals.leftMs('a'), refusals.leftMs('b')]).toEqual([5_000, undefined]);
  now += 4_999;
  expect(refusals.leftMs('a')).toBe(1);
  now += 1;
  expect([refusals.leftMs('a'), refusals.isRefused('a')]).toEqual([undefined, false]);
});

test('after a while one attempt may ask, and the others of that moment stay refused', () => {
  const refusals = open();
  refusals.refuse('a', 900_000);
  now += ASK_AGAIN_MS;
  expect([1, 2, 3].map(() => refusals.leftMs('a'))).toEqual([undefined, 890_000, 890_000]);
  expect(refusals.isRefused('a')).toBe(true);
});

test('a refusal is lifted alone or with its group', () => {
  const refusals = open();
  refusals.refuse('a', 5_000, 'mona');
  refusals.refuse('b', 5_000, 'mona');
  refusals.refuse('c', 5_000, 'omar');
  refusals.refuse('d', 5_000);
  refusals.lift('d');
  refusals.liftGroup('mona');
  expect(['a', 'b', 'c', 'd'].map((key) => refusals.isRefused(key))).toEqual([false, false, true, false]);
});

test('the memory is bounded', () => {
  const refusals = open();
  for (let n = 0; n <= 20_000; n += 1) refusals.refuse(`${n}`, 5_000);
  expect([refusals.isRefused('0'), refusals.isRefused('20000')]).toEqual([false, true]);
});

import { expect, test } from 'vitest';
import { BadRequest } from '../store/event.ts';
import { sizeOfVarint, WireWriter, WireReader } from './wire.ts';

const FIELD = 3;
const powers = Array.from({ length: 64 }, (_, exponent) => 2n ** BigInt(exponent));
const numbers = [0n, ...powers.flatMap((power) => [power - 1n, power, power + 1n]), 2n ** 64n - 1n];

test('a number of 64 bits is read as it was written and has the calculated size', () => {
  for (const number of numbers) {
    const wire = new WireWriter(Buffer.alloc(1 + sizeOfVarint(number)));
    wire.number(FIELD, number);
    const reader = new WireReader(wire.buffer);
    expect(reader.next()).toBe(true);
    expect([reader.field, reader.number()]).toEqual([FIELD, number]);
    expect(reader.next()).toBe(false);
  }
});

test('a number without an end or with too many bytes is refused', () => {
  const numberIn = (bytes: readonly number[]): bigint => {
    const reader = new WireReader(Buffer.from([FIELD * 8, ...bytes]));
    reader.next();
    return reader.number();
  };
  const more = (count: number): number[] => Array.from({ length: count }, () => 0xff);
  for (const count of [1, 6, 7, 8, 9]) expect(() => numberIn(more(count))).toThrow(BadRequest);
  expect(() => numberIn([...more(10), 1])).toThrow('A number is too long');
  expect(numberIn([...more(9), 1])).toBe(2n ** 64n - 1n);
});

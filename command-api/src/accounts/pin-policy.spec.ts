import { expect, test } from 'vitest';
import { isTrivialPin } from './pin-policy.ts';

test.each([
  ['one digit', '000000', '777777'],
  ['runs', '123456', '654321', '890123', '135791'],
  ['repetitions', '121212', '123123', '010101', '198198'],
  ['mirrors and pairs', '123321', '112233', '199991'],
  ['two digits', '111199', '200200', '222020'],
  ['what many people take', '159753', '147258'],
])('refuses %s', (_, ...pins) => {
  expect(pins.filter((pin) => !isTrivialPin(pin))).toEqual([]);
});

test('refuses fewer than one of twenty PINs', () => {
  expect(['482915', '705318', '190384', '260791'].filter(isTrivialPin)).toEqual([]);
  let refused = 0;
  for (let pin = 0; pin < 1_000_000; pin += 97) if (isTrivialPin(String(pin).padStart(6, '0'))) refused += 1;
  expect(refused).toBeLessThan(500);
});

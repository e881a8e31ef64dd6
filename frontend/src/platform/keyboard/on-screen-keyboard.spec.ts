import { expect, test } from 'vitest';
import { coveredByKeyboard } from './on-screen-keyboard.ts';

test('a keyboard that is laid over the page covers the rest of the window', () => {
  expect(coveredByKeyboard(844, { scale: 1, height: 508, offsetTop: 0 })).toBe(336);
});
test('what the page was moved up by is not covered', () => {
  expect(coveredByKeyboard(844, { scale: 1, height: 508, offsetTop: 100 })).toBe(236);
});
test('without a keyboard, or where the page became shorter, nothing is covered', () => {
  expect(coveredByKeyboard(844, { scale: 1, height: 844.4, offsetTop: 0 })).toBe(0);
  expect(coveredByKeyboard(508, { scale: 1, height: 508, offsetTop: 0 })).toBe(0);
});
test('a page that is zoomed in has no keyboard to make room for', () => {
  expect(coveredByKeyboard(844, { scale: 2, height: 422, offsetTop: 0 })).toBe(0);
});

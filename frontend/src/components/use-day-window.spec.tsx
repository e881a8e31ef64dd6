import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useDayWindow } from './use-day-window.ts';

/** A window over `count` days in a box of this width, where a day takes 10 px. */
function windowOf(count: number, width: number) {
  const box = { current: document.createElement('div') };
  Object.defineProperty(box.current, 'clientWidth', { value: width });
  const daysIn = (room: number) => room / 10;
  const { result } = renderHook(() => useDayWindow(count, box, daysIn));
  return () => result.current;
}

test('opens at the newest days that fit', () => {
  const days = windowOf(60, 205)();
  expect([days.start, days.end]).toEqual([40, 60]);
});

test.each([
  ['no layout', 0, [0, 60]],
  ['room for all', 900, [0, 60]],
  ['room for less than three', 5, [57, 60]],
])('with %s', (_, width, expected) => {
  const days = windowOf(60, width)();
  expect([days.start, days.end]).toEqual(expected);
});

test('goes to earlier and later days, keeps one in sight, and stops at the first and the last', () => {
  const days = windowOf(12, 50);
  const shown = () => [days().start, days().end];
  act(() => days().goEarlier());
  expect(shown()).toEqual([3, 8]);
  act(() => days().goEarlier());
  expect(shown()).toEqual([0, 5]);
  act(() => days().goLater());
  expect(shown()).toEqual([4, 9]);
  act(() => days().goLater());
  act(() => days().goLater());
  expect(shown()).toEqual([7, 12]);
});

test('shows a day with the smallest move', () => {
  const days = windowOf(12, 50);
  const shown = () => [days().start, days().end];
  act(() => days().show(6));
  expect(shown()).toEqual([6, 11]);
  act(() => days().show(8));
  expect(shown()).toEqual([6, 11]);
  act(() => days().show(11));
  expect(shown()).toEqual([7, 12]);
});

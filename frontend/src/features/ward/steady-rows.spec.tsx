import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { boardRow } from './board-row.testdata.ts';
import type { BoardRow } from './sorting.ts';
import { REST_MS, useSteadyRows } from './steady-rows.ts';

const [ali, huda, nour] = ['ali', 'huda', 'nour'].map((id) => boardRow(id, {})) as [BoardRow, BoardRow, BoardRow];
const shown = (rows: BoardRow[], { key = 'priority', isFirstRead = false } = {}) => {
  const { result, rerender } = renderHook(
    (props: { rows: BoardRow[]; all: BoardRow[]; key: string; isFirstRead: boolean }) =>
      useSteadyRows(props.rows, props.all, props.key, props.isFirstRead),
    { initialProps: { rows, all: rows, key, isFirstRead } },
  );
  return {
    ids: () => result.current.rows.map(({ _id }) => _id),
    now: () => result.current,
    read: (sorted: BoardRow[], over: { all?: BoardRow[]; key?: string; isFirstRead?: boolean } = {}) =>
      rerender({ rows: sorted, all: sorted, key, isFirstRead: false, ...over }),
  };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a row keeps its place with its newest values until the rows are sorted again', () => {
  const board = shown([ali, huda]);
  expect([board.ids(), board.now().isOutOfOrder]).toEqual([['ali', 'huda'], false]);
  board.read([huda, { ...ali, reviewedToday: true }]);
  expect([board.ids(), board.now().isOutOfOrder]).toEqual([['ali', 'huda'], true]);
  expect(board.now().rows[0]).toMatchObject({ reviewedToday: true, isGone: false });
  act(() => board.now().sortAgain());
  expect([board.ids(), board.now().isOutOfOrder]).toEqual([['huda', 'ali'], false]);
});

test('a new row comes at the end, a row that is gone keeps its place, and another order sorts at once', () => {
  const board = shown([ali, huda]);
  board.read([nour, huda]);
  expect(board.now().rows.map(({ _id, isGone }) => [_id, isGone])).toEqual([
    ['ali', true],
    ['huda', false],
    ['nour', false],
  ]);
  expect(board.now().isOutOfOrder).toBe(true);
  board.read([nour, huda], { key: 'name' });
  expect([board.ids(), board.now().isOutOfOrder]).toEqual([['nour', 'huda'], false]);
});

test('a row that the view does not show any more stays with its newest values until the rows are sorted again', () => {
  const board = shown([ali, huda]);
  board.read([huda], { all: [{ ...ali, reviewedToday: true }, huda] });
  expect(board.now().rows[0]).toMatchObject({ _id: 'ali', reviewedToday: true, isGone: false });
  expect(board.now().isOutOfOrder).toBe(true);
  act(() => board.now().sortAgain());
  expect(board.ids()).toEqual(['huda']);
});

test('rows that were kept from an earlier visit are in order when they have been read again', () => {
  const board = shown([ali, huda], { isFirstRead: true });
  board.read([huda, ali]);
  expect(board.ids()).toEqual(['huda', 'ali']);
  board.read([nour, huda, ali]);
  expect([board.ids(), board.now().isOutOfOrder]).toEqual([['huda', 'ali', 'nour'], true]);
});

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test('the rows are sorted again after a time without input', () => {
  const board = shown([ali, huda]);
  board.read([huda, ali]);
  wait(REST_MS - 1);
  fireEvent.pointerMove(document.body);
  wait(REST_MS - 1);
  expect(board.ids()).toEqual(['ali', 'huda']);
  wait(1);
  expect([board.ids(), board.now().isOutOfOrder]).toEqual([['huda', 'ali'], false]);
});

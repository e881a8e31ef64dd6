import type { PendingEntry, PendingPage } from 'command-api/contract/handover';
import { expect, test } from 'vitest';
import { pendingEntry } from './pending.testdata.ts';
import { readOn, since } from './reading.ts';

const page = (number: number, pages: number, ...ids: string[]): PendingPage => ({
  pending: ids.map((id) => pendingEntry(id)),
  overdue: 0,
  page: number,
  pages,
  total: 0,
});
const ids = (rows: readonly PendingEntry[]) => rows.map(({ _id }) => _id);

test('what was answered stays in its place, and what came in between waits until it is asked for', () => {
  const reading = readOn(undefined, 'all', [page(1, 1, 'a', 'b', 'c')]);
  const later = [page(1, 1, 'a', 'x', 'c')];
  expect(readOn(reading, 'all', later)).toBe(reading);
  const { now, others } = since(reading, later);
  expect(now.has('b')).toBe(false);
  expect(others).toBe(true);
  expect(ids(readOn(undefined, 'all', later).rows)).toEqual(['a', 'x', 'c']);
});

test('nothing is news where rows have only gone, or moved up from the page behind', () => {
  const reading = readOn(undefined, 'all', [page(1, 2, 'a', 'b')]);
  expect(since(reading, [page(1, 2, 'b', 'c')]).others).toBe(false);
  expect(since(reading, [page(1, 1, 'b')]).others).toBe(false);
  // At the end of the whole list there is no page behind: what stands there is new.
  expect(since(readOn(undefined, 'all', [page(1, 1, 'a')]), [page(1, 1, 'a', 'new')]).others).toBe(true);
});

test('further pages go to the end, without what is there already', () => {
  const reading = readOn(readOn(undefined, 'all', [page(1, 2, 'a', 'b')]), 'all', [
    page(1, 2, 'b', 'c'),
    page(2, 2, 'd'),
  ]);
  expect(ids(reading.rows)).toEqual(['a', 'b', 'c', 'd']);
  expect(reading.complete).toBe(true);
});

test('other filters begin another list', () => {
  expect(ids(readOn(readOn(undefined, 'all', [page(1, 1, 'a')]), 'mine', [page(1, 1, 'b')]).rows)).toEqual(['b']);
});

test('what has changed in a row is shown in its place', () => {
  const reading = readOn(undefined, 'all', [page(1, 1, 'a')]);
  expect(
    since(reading, [
      { ...page(1, 1), pending: [pendingEntry('a', { followUpDate: '2026-03-09', version: 9 })] },
    ]).now.get('a'),
  ).toMatchObject({ followUpDate: '2026-03-09' });
});

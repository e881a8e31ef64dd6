import type { PendingEntry, PendingPage } from 'command-api/contract/handover';
import { expect, test } from 'vitest';
import { pendingEntry } from './pending-entry.testdata.ts';
import { extendSnapshot, changesSince } from './list-snapshot.ts';

const page = (number: number, pages: number, ...ids: string[]): PendingPage => ({
  pending: ids.map((id) => pendingEntry(id)),
  overdue: 0,
  page: number,
  pages,
  total: 0,
});
const ids = (rows: readonly PendingEntry[]) => rows.map(({ _id }) => _id);

test('what was answered stays in its place, and what came in between waits until it is asked for', () => {
  const reading = extendSnapshot(undefined, 'all', [page(1, 1, 'a', 'b', 'c')]);
  const later = [page(1, 1, 'a', 'x', 'c')];
  expect(extendSnapshot(reading, 'all', later)).toBe(reading);
  const { now, others } = changesSince(reading, later);
  expect(now.has('b')).toBe(false);
  expect(others).toBe(true);
  expect(ids(extendSnapshot(undefined, 'all', later).rows)).toEqual(['a', 'x', 'c']);
});

test('nothing is news where rows have only gone, or moved up from the page behind', () => {
  const reading = extendSnapshot(undefined, 'all', [page(1, 2, 'a', 'b')]);
  expect(changesSince(reading, [page(1, 2, 'b', 'c')]).others).toBe(false);
  expect(changesSince(reading, [page(1, 1, 'b')]).others).toBe(false);
  // At the end of the whole list there is no page behind: what stands there is new.
  expect(changesSince(extendSnapshot(undefined, 'all', [page(1, 1, 'a')]), [page(1, 1, 'a', 'new')]).others).toBe(true);
});

test('further pages go to the end, without what is there already', () => {
  const reading = extendSnapshot(extendSnapshot(undefined, 'all', [page(1, 2, 'a', 'b')]), 'all', [
    page(1, 2, 'b', 'c'),
    page(2, 2, 'd'),
  ]);
  expect(ids(reading.rows)).toEqual(['a', 'b', 'c', 'd']);
  expect(reading.complete).toBe(true);
});

test('other filters begin another list', () => {
  expect(
    ids(extendSnapshot(extendSnapshot(undefined, 'all', [page(1, 1, 'a')]), 'mine', [page(1, 1, 'b')]).rows),
  ).toEqual(['b']);
});

test('what has changed in a row is shown in its place', () => {
  const reading = extendSnapshot(undefined, 'all', [page(1, 1, 'a')]);
  expect(
    changesSince(reading, [
      { ...page(1, 1), pending: [pendingEntry('a', { followUpDate: '2026-03-09', version: 9 })] },
    ]).now.get('a'),
  ).toMatchObject({ followUpDate: '2026-03-09' });
});

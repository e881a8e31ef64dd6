import type { PendingEntry, PendingPage } from 'language/contract/handover';
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

test('an answered entry keeps its row, and a new one is shown only after a refresh', () => {
  const snapshot = extendSnapshot(undefined, 'all', [page(1, 1, 'a', 'b', 'c')]);
  const later = [page(1, 1, 'a', 'x', 'c')];
  expect(extendSnapshot(snapshot, 'all', later)).toBe(snapshot);
  const { current, hasNewEntries } = changesSince(snapshot, later);
  expect(current.has('b')).toBe(false);
  expect(hasNewEntries).toBe(true);
  expect(ids(extendSnapshot(undefined, 'all', later).rows)).toEqual(['a', 'x', 'c']);
});

test('rows that have gone or moved up from the next page are not new entries', () => {
  const snapshot = extendSnapshot(undefined, 'all', [page(1, 2, 'a', 'b')]);
  expect(changesSince(snapshot, [page(1, 2, 'b', 'c')]).hasNewEntries).toBe(false);
  expect(changesSince(snapshot, [page(1, 1, 'b')]).hasNewEntries).toBe(false);
  // After the last row of the whole list there is no next page: a row there is new.
  expect(
    changesSince(extendSnapshot(undefined, 'all', [page(1, 1, 'a')]), [page(1, 1, 'a', 'new')]).hasNewEntries,
  ).toBe(true);
});

test('further pages are added at the end, without rows that are shown already', () => {
  const snapshot = extendSnapshot(extendSnapshot(undefined, 'all', [page(1, 2, 'a', 'b')]), 'all', [
    page(1, 2, 'b', 'c'),
    page(2, 2, 'd'),
  ]);
  expect(ids(snapshot.rows)).toEqual(['a', 'b', 'c', 'd']);
  expect(snapshot.isComplete).toBe(true);
});

test('other filters take a new snapshot', () => {
  expect(
    ids(extendSnapshot(extendSnapshot(undefined, 'all', [page(1, 1, 'a')]), 'mine', [page(1, 1, 'b')]).rows),
  ).toEqual(['b']);
});

test('a changed entry is shown in its row', () => {
  const snapshot = extendSnapshot(undefined, 'all', [page(1, 1, 'a')]);
  expect(
    changesSince(snapshot, [
      { ...page(1, 1), pending: [pendingEntry('a', { followUpDate: '2026-03-09', version: 9 })] },
    ]).current.get('a'),
  ).toMatchObject({ followUpDate: '2026-03-09' });
});

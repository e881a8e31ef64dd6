/**
 * A snapshot of the pending entries. Its rows do not move or go while a person reads them.
 * A row says in its place what became of it. A new snapshot is taken when the person asks for one
 * (docs/decisions/browser/steady-screens.md).
 */
import type { PendingEntry, PendingPage } from 'language/contract/handover';

export interface ListSnapshot {
  /** Identifies the list: team, day and filters. Another key is another list. */
  readonly key: string;
  readonly rows: readonly PendingEntry[];
  readonly pages: number;
  /** True if the last row was the last one of the whole list. */
  readonly isComplete: boolean;
}

/** A new snapshot of all rows of these pages. */
export const takeSnapshot = (key: string, pages: readonly PendingPage[]): ListSnapshot => ({
  key,
  rows: pages.flatMap(({ pending }) => pending),
  pages: pages.length,
  isComplete: (pages.at(-1)?.page ?? 1) >= (pages.at(-1)?.pages ?? 1),
});

/**
 * Adds pages that were loaded on demand to the end of the snapshot. Another key takes a new snapshot.
 * @returns the same snapshot where there is nothing to add
 */
export function extendSnapshot(
  snapshot: ListSnapshot | undefined,
  key: string,
  pages: readonly PendingPage[],
): ListSnapshot {
  if (snapshot?.key !== key) return takeSnapshot(key, pages);
  if (pages.length <= snapshot.pages) return snapshot;
  const shown = new Set(snapshot.rows.map(({ _id }) => _id));
  const { rows, ...rest } = takeSnapshot(key, pages);
  return { ...rest, rows: [...snapshot.rows, ...rows.filter(({ _id }) => !shown.has(_id))] };
}

export interface ChangesSince {
  /** The newest pages by id. An entry of the snapshot that is not here is not pending any more. */
  readonly current: ReadonlyMap<string, PendingEntry>;
  /** True if there are new entries beside those of the snapshot. */
  readonly hasNewEntries: boolean;
}

/** The changes since the snapshot. A row that has only moved up from the next page is not new. */
export function changesSince(snapshot: ListSnapshot, newestPages: readonly PendingPage[]): ChangesSince {
  const newest = newestPages.flatMap(({ pending }) => pending);
  const shown = new Set(snapshot.rows.map(({ _id }) => _id));
  const lastShown = newest.findLastIndex(({ _id }) => shown.has(_id));
  return {
    current: new Map(newest.map((entry) => [entry._id, entry])),
    hasNewEntries: newest.some(({ _id }, index) => !shown.has(_id) && (snapshot.isComplete || index < lastShown)),
  };
}

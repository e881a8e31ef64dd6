/**
 * The list as somebody is reading it: rows neither move nor go while they are looked at, whatever teammates do. What
 * has become of them is said in their place; the list itself is made anew when the person asks for it.
 */
import type { PendingEntry, PendingPage } from 'command-api/contract/handover';

export interface ListSnapshot {
  /** What was asked: other filters begin another list. */
  readonly of: string;
  readonly rows: readonly PendingEntry[];
  readonly pages: number;
  /** Nothing came after these rows. */
  readonly complete: boolean;
}

const takeSnapshot = (of: string, pages: readonly PendingPage[]): ListSnapshot => ({
  of,
  rows: pages.flatMap(({ pending }) => pending),
  pages: pages.length,
  complete: (pages.at(-1)?.page ?? 1) >= (pages.at(-1)?.pages ?? 1),
});

/**
 * Goes on with what is being read: pages that were loaded on demand are put at its end.
 * @returns the same where there is nothing to add
 */
export function extendSnapshot(
  reading: ListSnapshot | undefined,
  of: string,
  pages: readonly PendingPage[],
): ListSnapshot {
  if (reading?.of !== of) return takeSnapshot(of, pages);
  if (pages.length <= reading.pages) return reading;
  const shown = new Set(reading.rows.map(({ _id }) => _id));
  const { rows, ...rest } = takeSnapshot(of, pages);
  return { ...rest, rows: [...reading.rows, ...rows.filter(({ _id }) => !shown.has(_id))] };
}

export interface ChangesSince {
  /** As they are now, by id; who is missing waits no longer. */
  readonly now: ReadonlyMap<string, PendingEntry>;
  /** There are others than those that are being read. */
  readonly others: boolean;
}

/** What has happened since, by the newest pages. Rows that have only moved up from the next page are no news. */
export function changesSince(reading: ListSnapshot, pages: readonly PendingPage[]): ChangesSince {
  const latest = pages.flatMap(({ pending }) => pending);
  const shown = new Set(reading.rows.map(({ _id }) => _id));
  const lastShown = latest.findLastIndex(({ _id }) => shown.has(_id));
  return {
    now: new Map(latest.map((entry) => [entry._id, entry])),
    others: latest.some(({ _id }, place) => !shown.has(_id) && (reading.complete || place < lastShown)),
  };
}

/**
 * Invalidates queries for live notes. A burst of notes causes one round of reads. If the changed items of a list are
 * known, only these items are read (docs/decisions/browser/browser-sync.md).
 */
import { queryClient } from './query-client.ts';
import type { ChangedItems, QueryKey } from './query-keys.ts';
import { useCallback, useEffect, useState } from 'react';

/** A single note is followed at once. The notes of the next 60 ms are one round of reads. */
const COALESCE_MS = 60;
/** A read that takes longer does not delay the next one. */
const READ_TIMEOUT_MS = 8_000;
/** Upper limit of the pause between reads: on a slow network a long pause does not relieve the server. */
const PAUSE_MAX_MS = 300;
/** With more changed items the whole list is read. */
const CHANGED_ITEMS_MAX = 50;

/** The ids of the changed items of a list, or `all` if they are unknown. */
type Ids = ReadonlySet<string> | 'all';
const union = (one: Ids, other: Ids): Ids => (one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other]));
const none: Ids = new Set();

const pending = new Map<string, { key: QueryKey; ids: Ids }>();
let flushTimer: ReturnType<typeof setTimeout> | undefined;
let lastFlush = -Infinity;

/** @param items the changed items of one of the lists, if the note names them */
export function invalidate(keys: readonly QueryKey[], items?: ChangedItems): void {
  for (const listener of listeners) listener(keys);
  for (const key of keys) {
    const name = JSON.stringify(key);
    const ids = items && JSON.stringify(items.of) === name ? items.ids : 'all';
    pending.set(name, { key, ids: union(pending.get(name)?.ids ?? none, ids) });
  }
  flushTimer ??= setTimeout(
    () => {
      flushTimer = undefined;
      lastFlush = performance.now();
      const round = [...pending.values()];
      pending.clear();
      for (const { key, ids } of round) void refetch(key, ids);
    },
    Math.max(0, lastFlush + COALESCE_MS - performance.now()),
  );
}

interface Refetch {
  readonly key: QueryKey;
  /** The items to read next; undefined: none. */
  next: Ids | undefined;
}
/** The running refetches by key. */
let refetches = new Map<string, Refetch>();

/** For a new connection: reads that were sent over the lost one may never be answered, so waiting ones start again. */
export function restartRefetches(): void {
  const waiting = [...refetches.values()].filter(({ next }) => next !== undefined);
  refetches = new Map();
  if (waiting.length > 0) invalidate(waiting.map(({ key }) => key));
}

/**
 * A running read of a key finishes before the next one starts: on a slow network, notes may come faster than answers.
 * Between two reads is a pause as long as the read. Otherwise, when many people write in one chart, the server and the
 * screens would be busy with reads only.
 */
async function refetch(queryKey: QueryKey, ids: Ids): Promise<void> {
  const current = refetches;
  const name = JSON.stringify(queryKey);
  const running = current.get(name);
  if (running) {
    running.next = union(running.next ?? none, ids);
    return;
  }
  const own: Refetch = { key: queryKey, next: ids };
  current.set(name, own);
  while (own.next !== undefined && current === refetches) {
    const now = own.next;
    // A first read is not restarted. It may miss the change of the note, so another read follows.
    own.next = isFirstRead(queryKey) ? now : undefined;
    const startedAt = performance.now();
    await Promise.race([readChanges(queryKey, now), delay(READ_TIMEOUT_MS)]);
    if (own.next !== undefined) await delay(pauseAfter(performance.now() - startedAt));
  }
  current.delete(name);
}

const pauseAfter = (readMs: number): number => Math.min(Math.max(readMs, COALESCE_MS), PAUSE_MAX_MS);
const delay = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

const isFirstRead = (queryKey: QueryKey): boolean =>
  queryClient.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0;

interface Item {
  readonly _id: string;
}

async function readChanges(queryKey: QueryKey, ids: Ids): Promise<void> {
  const list = queryClient.getQueryCache().find<Item[]>({ queryKey, exact: true });
  const readItems = list?.meta?.readItems;
  const isCurrent = list?.state.data !== undefined && !list.state.isInvalidated && list.state.fetchStatus === 'idle';
  if (ids === 'all' || ids.size > CHANGED_ITEMS_MAX || !list?.isActive() || !isCurrent || !readItems)
    return queryClient.invalidateQueries({ queryKey });
  const otherQueries = queryClient.invalidateQueries({ queryKey, predicate: (one) => one !== list });
  try {
    const before = list.state.data ?? [];
    const found = await readItems([...ids], before);
    if (!found) await queryClient.invalidateQueries({ queryKey, exact: true });
    const cached = list.state.data ?? [];
    if (found) queryClient.setQueryData<Item[]>(queryKey, (now) => now && replaceItems(now, ids, found));
    // The answer of a command added an item during this read. It is not known which of both was written first.
    if (found && hasNewItem(before, cached) && hasNewItem(cached, found))
      await queryClient.invalidateQueries({ queryKey, exact: true });
  } catch {
    await queryClient.invalidateQueries({ queryKey, exact: true });
  }
  // A read of the whole list that started meanwhile may return an older state.
  if (list.state.fetchStatus !== 'idle') await queryClient.invalidateQueries({ queryKey, exact: true });
  await otherQueries;
}

/** True if `other` has an item that `list` does not have. */
export const hasNewItem = (list: readonly Item[], other: readonly Item[]): boolean =>
  other.some(({ _id }) => !list.some((item) => item._id === _id));

/** Requested items that were not found are removed. New items are appended. */
function replaceItems(cached: readonly Item[], requested: ReadonlySet<string>, found: readonly Item[]): Item[] {
  const byId = new Map(found.map((item) => [item._id, item]));
  const cachedIds = new Set(cached.map(({ _id }) => _id));
  const kept = cached.filter(({ _id }) => !requested.has(_id) || byId.has(_id));
  return [...kept.map((item) => byId.get(item._id) ?? item), ...found.filter(({ _id }) => !cachedIds.has(_id))];
}

const listeners = new Set<(keys: readonly QueryKey[]) => void>();
/**
 * Calls the listener with the keys that a live note invalidates, for data outside of the query cache.
 * @returns unsubscribes
 */
export function onInvalidated(listener: (keys: readonly QueryKey[]) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * True if a live note has invalidated the key, so that the person can ask for the newer data. It is
 * for screens that do not refresh by themselves, such as a report.
 * @returns the state, and a function to call after the screen has read again
 */
export function useHasNewerData(key: QueryKey): [hasNewerData: boolean, reset: () => void] {
  const [hasNewerData, setHasNewerData] = useState(false);
  const name = JSON.stringify(key);
  useEffect(
    () =>
      onInvalidated((keys) => {
        if (keys.some((one) => JSON.stringify(one) === name)) setHasNewerData(true);
      }),
    [name],
  );
  return [hasNewerData, useCallback(() => setHasNewerData(false), [])];
}

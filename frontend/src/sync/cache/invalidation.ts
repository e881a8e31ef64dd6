/**
 * What live notes make old is read again: a burst of notes is one round of reads, and of a list whose changed items are
 * known no more than these.
 */
import { queryClient } from './query-client.ts';
import type { ChangedItems, QueryKey } from './query-keys.ts';

/**
 * A note that comes by itself is followed at once; a burst of them (a colleague saving ten entries) is one round of
 * reads after it.
 */
const COALESCE_MS = 60;
/** A read that takes longer than this is given up for a new one. */
const READ_PATIENCE_MS = 8_000;
/** Where the network is slow and not the server, nobody is helped by a long rest. */
const MOST_REST_MS = 300;
/** With more of them a list is read whole. */
const MOST_ITEMS = 50;

/** The items of a list that have changed, by their ids; or there is no telling which. */
type Part = ReadonlySet<string> | 'all';
const both = (one: Part, other: Part): Part => (one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other]));
const nothing: Part = new Set();

const old = new Map<string, { key: QueryKey; part: Part }>();
let flush: ReturnType<typeof setTimeout> | undefined;
let lastRound = -Infinity;

/** @param items of the lists among `found`, where the note says which have changed */
export function invalidate(found: readonly QueryKey[], items?: ChangedItems): void {
  for (const listener of oldListeners) listener(found);
  for (const key of found) {
    const name = JSON.stringify(key);
    const part = items && JSON.stringify(items.of) === name ? items.ids : 'all';
    old.set(name, { key, part: both(old.get(name)?.part ?? nothing, part) });
  }
  flush ??= setTimeout(
    () => {
      flush = undefined;
      lastRound = performance.now();
      const round = [...old.values()];
      old.clear();
      for (const { key, part } of round) void read(key, part);
    },
    Math.max(0, lastRound + COALESCE_MS - performance.now()),
  );
}

/**
 * What is being read is let come to its end, and is then read once more: on a slow network, notes that come faster than
 * answers would otherwise begin each read anew and finish none. In between it rests as long as the read took: where
 * many write at one chart, the screens of all would otherwise keep the server, and themselves, busy with nothing but
 * reading.
 */
let reading = new Map<string, Reading>();
interface Reading {
  readonly key: QueryKey;
  again: Part | undefined;
}

/**
 * What was being read through a lost connection may never be answered: it is not waited for with what was to be read
 * after it.
 */
export function restartRefetches(): void {
  const left = [...reading.values()].filter(({ again }) => again !== undefined);
  reading = new Map();
  if (left.length > 0) invalidate(left.map(({ key }) => key));
}

async function read(queryKey: QueryKey, part: Part): Promise<void> {
  const round = reading;
  const name = JSON.stringify(queryKey);
  const underWay = round.get(name);
  if (underWay) {
    underWay.again = both(underWay.again ?? nothing, part);
    return;
  }
  const mine: Reading = { key: queryKey, again: part };
  round.set(name, mine);
  while (mine.again !== undefined && round === reading) {
    const now = mine.again;
    // What is read for the first time is not begun anew, and may have been answered before that moved which made it
    // old.
    mine.again = isFirstRead(queryKey) ? now : undefined;
    const began = performance.now();
    await Promise.race([bringUpToDate(queryKey, now), late(READ_PATIENCE_MS)]);
    if (mine.again !== undefined) await late(restAfter(performance.now() - began));
  }
  round.delete(name);
}

/** In milliseconds, after a read that took so long. */
const restAfter = (took: number): number => Math.min(Math.max(took, COALESCE_MS), MOST_REST_MS);
const late = (ms: number): Promise<void> => new Promise((over) => void setTimeout(over, ms));

const isFirstRead = (queryKey: QueryKey): boolean =>
  queryClient.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0;

interface Item {
  readonly _id: string;
}

async function bringUpToDate(queryKey: QueryKey, part: Part): Promise<void> {
  const list = queryClient.getQueryCache().find<Item[]>({ queryKey, exact: true });
  const readPart = list?.meta?.readPart;
  const isWhole = list?.state.data !== undefined && !list.state.isInvalidated && list.state.fetchStatus === 'idle';
  if (part === 'all' || part.size > MOST_ITEMS || !list?.isActive() || !isWhole || !readPart)
    return queryClient.invalidateQueries({ queryKey });
  const beside = queryClient.invalidateQueries({ queryKey, predicate: (one) => one !== list });
  try {
    const found = await readPart([...part], list.state.data);
    queryClient.setQueryData<Item[]>(queryKey, (held) => held && withPart(held, part, found));
  } catch {
    await queryClient.invalidateQueries({ queryKey, exact: true });
  }
  // A read of the whole that was begun meanwhile may bring what was before.
  if (list.state.fetchStatus !== 'idle') await queryClient.invalidateQueries({ queryKey, exact: true });
  await beside;
}

/** What was asked for and is not there any more leaves the list; what is new stands at its end. */
function withPart(held: readonly Item[], asked: ReadonlySet<string>, found: readonly Item[]): Item[] {
  const byId = new Map(found.map((item) => [item._id, item]));
  const shown = new Set(held.map(({ _id }) => _id));
  const standing = held.filter(({ _id }) => !asked.has(_id) || byId.has(_id)).map((item) => byId.get(item._id) ?? item);
  return [...standing, ...found.filter(({ _id }) => !shown.has(_id))];
}

const oldListeners = new Set<(found: readonly QueryKey[]) => void>();
/**
 * Told of the keys that a live note makes old, for what is shown of the server and held by no query.
 * @returns the end of it
 */
export function onInvalidated(listener: (found: readonly QueryKey[]) => void): () => void {
  oldListeners.add(listener);
  return () => void oldListeners.delete(listener);
}

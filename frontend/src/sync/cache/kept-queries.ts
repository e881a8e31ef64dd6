/**
 * Keeps queries on the device, with `OFFLINE=on`. A query without data shows the kept answer at once and is read again behind it.
 * Each success is kept: of a read, of a live patch, of the answer to a command (docs/decisions/browser/offline.md).
 */
import type { Query, QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { createStore, useStore } from 'zustand';
import { ApiError, isAccessLost } from '../../platform/http/api.ts';
import { dropRead, findRead, keepRead } from '../../platform/offline/kept-reads.ts';
import { openDevice } from '../../platform/offline/offline-state.ts';

/** The first part of their keys. No search, report, history or image is kept. */
const kinds: ReadonlySet<unknown> = new Set([
  'me',
  'teams',
  'team',
  'patient',
  'admissions',
  'admission',
  'reviews',
  'notes',
  'medications',
  'reconciliation',
  'measurements',
  'findings',
  'news',
  'handover',
  'ward',
  'asked',
  'today',
  'drugs',
  'errorTypes',
  'tags',
  'statements',
  'ownTemplates',
  'config',
]);
const isKept = (key: QueryKey): boolean => kinds.has(key[0]) || (key[0] === 'patients' && key[2] === 'inpatients');

/** Several changes of a moment are one record. */
const WRITE_DELAY_MS = 100;

/** The queries that show a kept answer, by hash, with its time: the server has not answered since. */
const shown = createStore<ReadonlyMap<string, number>>(() => new Map());
function setShown(hash: string, at: number | undefined): void {
  if (at === shown.getState().get(hash)) return;
  const next = new Map(shown.getState());
  if (at === undefined) next.delete(hash);
  else next.set(hash, at);
  shown.setState(next, true);
}

/** The oldest time of what the page shows from the device; undefined: all of it is the server's. */
export const useKeptSince = (): number | undefined =>
  useStore(shown, (times) => (times.size === 0 ? undefined : Math.min(...times.values())));

const lookListeners = new Set<(admission: string) => void>();
/** @param listener gets the id of an admission whose chart was shown from the device */
export const onKeptChart = (listener: (admission: string) => void): void => void lookListeners.add(listener);

const readListeners = new Set<(admission: string) => void>();
/** @param listener gets the id of an admission that the server has answered */
export const onChartRead = (listener: (admission: string) => void): void => void readListeners.add(listener);

/** For `persister` of the query client. */
export async function readKept(
  read: (context: QueryFunctionContext) => unknown,
  context: QueryFunctionContext,
  query: Query,
): Promise<unknown> {
  const { queryKey, queryHash } = query;
  const kept =
    openDevice() && isKept(queryKey) && query.state.data === undefined ? await findRead(queryKey) : undefined;
  if (!kept) {
    const answer = await read(context);
    setShown(queryHash, undefined);
    if (queryKey[0] === 'admission') for (const listener of readListeners) listener(String(queryKey[1]));
    return answer;
  }
  setShown(queryHash, kept.at);
  if (queryKey[0] === 'admission') for (const listener of lookListeners) listener(String(queryKey[1]));
  // After the query has taken the answer.
  setTimeout(() => {
    query.setState({ dataUpdatedAt: kept.at });
    void context.client.invalidateQueries({ queryKey, exact: true });
  });
  return kept.data;
}

/** Keeps what the cache gets from now on. */
export function keepQueries(client: QueryClient): void {
  const changed = new Map<string, Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const query of changed.values()) {
      const { data } = query.state;
      if (data !== undefined)
        void keepRead(query.queryKey, { data, at: shown.getState().get(query.queryHash) ?? Date.now() });
    }
    changed.clear();
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'removed') {
      setShown(event.query.queryHash, undefined);
      return;
    }
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'error' && isAccessLost(ApiError.from(action.error))) void dropRead(query.queryKey);
    if (action.type !== 'success') return;
    // The kept answer itself.
    const isOfDevice = shown.getState().has(query.queryHash) && action.manual !== true;
    if (isOfDevice || !openDevice() || !isKept(query.queryKey)) return;
    changed.set(query.queryHash, query);
    timer ??= setTimeout(write, WRITE_DELAY_MS);
  });
  // The page may not come back.
  document.addEventListener('visibilitychange', write);
  window.addEventListener('pagehide', write);
}

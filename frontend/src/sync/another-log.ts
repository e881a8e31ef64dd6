/**
 * The server has another event log than the one that this page was read from: it was restored to an earlier point. The
 * page forgets all versions and revisions, and reads all again. Drafts and waiting commands stay
 * (docs/decisions/write-side/restored-logs.md).
 */
import { createStore, useStore } from 'zustand';
import { FORGOTTEN_VERSION, onAnotherLog } from '../platform/http/event-log.ts';
import { queryClient } from './cache/query-client.ts';
import { readAfter } from './client.ts';
import { live } from './live/live-connection.ts';

/** True if the page has to say so. */
const notice = createStore(() => false);
export const useHasAnotherLog = (): boolean => useStore(notice);
export const hideAnotherLog = (): void => notice.setState(false, true);

const VERSIONS: ReadonlySet<string> = new Set(['version', 'headVersion']);

/** The same data, older than each answer from now on. */
function withoutVersions(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutVersions);
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      VERSIONS.has(name) && typeof value === 'number' ? FORGOTTEN_VERSION : withoutVersions(value),
    ]),
  );
}

onAnotherLog(() => {
  readAfter.clear();
  live.send({ type: 'anotherLog' });
  queryClient.removeQueries({ type: 'inactive' });
  queryClient.setQueriesData({}, withoutVersions);
  void queryClient.invalidateQueries();
  notice.setState(true, true);
});

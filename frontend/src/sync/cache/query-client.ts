/** The query client. Live notes invalidate its queries, not time or focus (docs/architecture.md, "The browser"). */
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '../../platform/http/api.ts';
import { readAfter } from '../client.ts';
import { backoffMs } from '../../platform/http/retry.ts';
import { keepQueries, readKept } from './kept-queries.ts';
import { dropAllReads } from '../../platform/offline/kept-reads.ts';
import { mergeByVersion } from './merge-by-version.ts';
import { isSessionLocked, session, sessionKey, signedInUser } from '../../platform/session/session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryMeta: {
      /**
       * Reads those items of a list with the given ids that still exist. `cached` is the cached list. Undefined where a
       * new item may not be the last: the whole list is read.
       */
      readItems?: (ids: readonly string[], cached: unknown) => Promise<readonly { readonly _id: string }[] | undefined>;
    };
  }
}

const RETRIES_MAX = 2;
const retryDelay = (failures: number): number => backoffMs(failures, 400);
const retry = (failures: number, error: ApiError): boolean =>
  failures < RETRIES_MAX && error instanceof ApiError && error.isTransient;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      networkMode: 'always',
      retry,
      retryDelay,
      structuralSharing: mergeByVersion,
      persister: readKept,
    },
    mutations: { networkMode: 'always', retry, retryDelay },
  },
});

keepQueries(queryClient);

// The cache of one person is not shown to the next one, and not to a person in front of a locked page. After the same
// person signs in again or unlocks the page, the reads are repeated.
let owner = signedInUser()?._id;
let key = sessionKey();
session.subscribe(() => {
  const now = signedInUser()?._id;
  const before = key;
  key = sessionKey();
  if (now !== owner || isSessionLocked()) {
    owner = now;
    void queryClient.cancelQueries();
    queryClient.clear();
    readAfter.clear();
  } else if (before === undefined && key !== undefined) void queryClient.invalidateQueries();
});

// The answer to a command that was under way when the page was locked.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'added' && isSessionLocked()) queryClient.getQueryCache().remove(query);
});

/**
 * Shows what a command answered about data without a revision. A read that is under way may have been answered before
 * the command, so its answer is dropped.
 */
export function showAnswer(queryKey: QueryKey, answer: object): void {
  void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, answer);
}

/** First parts of the keys of data that belongs to the person or to all people. */
const accessibleToAll: ReadonlySet<unknown> = new Set([
  'me',
  'ownSessions',
  'secondFactors',
  'devicePin',
  'teams',
  'profile',
  'metrics',
  'ownTemplates',
  'drugs',
  'errorTypes',
  'tags',
  'courses',
  'sponsors',
  'config',
]);

/**
 * After a person loses access to team data, the cached data must leave the browser. Active queries stay: their screens
 * read them again and show the refusal.
 */
export function removeInaccessibleQueries(): void {
  queryClient.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => !accessibleToAll.has(queryKey[0]) });
  void dropAllReads();
}

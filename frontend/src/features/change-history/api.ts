/** The reads of the history (docs/product.md, "History"). */
import * as historyCalls from 'language/contract/calls/history';
import { queryOptions, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { HistoryEvent, HistoryThing, Timeline } from 'language/contract/history';
import { useState } from 'react';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

/** The history of a stream, or with `of` the history of one thing in it. */
export interface HistoryScope {
  kind: 'admissions' | 'patients' | 'teams' | 'drugs';
  id: string;
  of?: HistoryThing | undefined;
}

export const streamName = ({ kind, id }: HistoryScope): string => `${kind.slice(0, -1)}-${id}`;

const calls = {
  admissions: historyCalls.getAdmissionHistory,
  patients: historyCalls.getPatientHistory,
  teams: historyCalls.getTeamHistory,
  drugs: historyCalls.getDrugHistory,
};
/** All take the same. The answer for an admission is a timeline unless it is asked for with `at`. */
const readTimeline = ({ kind, id, of }: HistoryScope, page: number, signal: AbortSignal): Promise<Timeline> =>
  api(calls[kind] as typeof historyCalls.getPatientHistory, {
    params: { id },
    query: { of, pageNumber: page },
    signal,
  });

/** Oldest first, 20 a page. Only the last page changes. */
const timelineQuery = ({ kind, id, of }: HistoryScope, page: number) =>
  queryOptions({
    queryKey: queryKeys.timeline(streamName({ kind, id }), of ?? '', page),
    queryFn: ({ signal }) => readTimeline({ kind, id, of }, page, signal),
  });

/** @param review needed for an entry that was added and deleted with its review and never changed */
export const entryHistoryQuery = (entry: string, review: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.entryHistory(entry), review ?? ''],
    queryFn: ({ signal }) => api(historyCalls.getEntryLife, { params: { id: entry }, query: { review }, signal }),
  });

export interface FullTimeline {
  /** The revision of the stream at the first read. A later change is a conflict for a restore. */
  revision: number;
  events: HistoryEvent[];
}
/** All changes, from the first on. */
export const fullTimelineQuery = (scope: HistoryScope) =>
  queryOptions({
    queryKey: [...queryKeys.historyOf(streamName(scope)), scope.of ?? '', 'whole'],
    queryFn: async ({ signal }): Promise<FullTimeline> => {
      const read = (page: number): Promise<Timeline> => readTimeline(scope, page, signal);
      const { revision, events, pages } = await read(1);
      for (let page = 2; page <= pages; page += 1) events.push(...(await read(page)).events);
      return { revision, events };
    },
    staleTime: 0,
    gcTime: 0,
  });

interface LoadedTimeline {
  /** Newest first. */
  changes: readonly HistoryEvent[];
  /** The number of older changes that are not read. */
  earlierCount: number;
  readEarlier: () => void;
  /** A page whose read failed. */
  failed: UseQueryResult<Timeline> | undefined;
  isReading: boolean;
}

/**
 * The timeline of a thing, newest change first. Live notes add later changes (`sync/live/live-connection.ts`).
 *
 * @returns the first page, which has the number of changes, and the pages that are read
 */
export function useTimeline(scope: HistoryScope): { first: UseQueryResult<Timeline>; timeline: LoadedTimeline } {
  const first = useQuery(timelineQuery(scope, 1));
  const pages = first.data?.pages;
  // The two newest pages: the last one may have a single change. Later pages do not remove them.
  const [oldest, setOldest] = useState<number>();
  if (pages !== undefined && oldest === undefined) setOldest(Math.max(1, pages - 1));
  const wanted =
    pages === undefined || oldest === undefined
      ? []
      : Array.from({ length: Math.max(1, pages) - oldest + 1 }, (_, index) => oldest + index);
  const reads = useQueries({ queries: wanted.map((page) => timelineQuery(scope, page)) });
  const changes = reads.flatMap(({ data }) => data?.events ?? []).reverse();
  return {
    first,
    timeline: {
      changes,
      earlierCount: oldest === undefined || oldest === 1 ? 0 : (oldest - 1) * (first.data?.events.length ?? 0),
      readEarlier: () => setOldest((page = 1) => Math.max(1, page - 2)),
      failed: reads.find(({ isError }) => isError),
      isReading: reads.some(({ isPending }) => isPending),
    },
  };
}

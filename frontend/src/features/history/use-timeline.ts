/** The timeline of a thing, newest change first. Live notes add later changes (`sync/live/live-connection.ts`). */
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { HistoryEvent, Timeline } from 'command-api/contract/history';
import { useState } from 'react';
import { type HistoryScope, timelineQuery } from './api.ts';

export interface LoadedTimeline {
  /** Newest first. */
  changes: readonly HistoryEvent[];
  /** The number of older changes that are not read. */
  earlierCount: number;
  readEarlier: () => void;
  /** A page whose read failed. */
  failed: UseQueryResult<Timeline> | undefined;
  isReading: boolean;
}

/** @returns the first page, which has the number of changes, and the pages that are read */
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

/**
 * The past of a thing, newest change first, as far back as it was asked for; what teammates do joins it by itself
 * (`sync/live/live-connection.ts`).
 */
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { HistoryEvent, Timeline } from 'command-api/contract/history';
import { useState } from 'react';
import { type Past, timelineQuery } from './api.ts';

export interface Told {
  /** Newest first. */
  changes: readonly HistoryEvent[];
  /** How many older ones there are that nobody has asked for. */
  earlier: number;
  readEarlier: () => void;
  /** A page that could not be read, or is on its way. */
  failed: UseQueryResult<Timeline> | undefined;
  reading: boolean;
}

/** @returns the read of the first page, which says how many there are, and what has been read */
export function usePast(past: Past): { first: UseQueryResult<Timeline>; told: Told } {
  const first = useQuery(timelineQuery(past, 1));
  const pages = first.data?.pages;
  // The two newest pages, since the last may hold one change alone. What has been shown stays when there are more.
  const [oldest, setOldest] = useState<number>();
  if (pages !== undefined && oldest === undefined) setOldest(Math.max(1, pages - 1));
  const wanted =
    pages === undefined || oldest === undefined
      ? []
      : Array.from({ length: Math.max(1, pages) - oldest + 1 }, (_, at) => oldest + at);
  const reads = useQueries({ queries: wanted.map((page) => timelineQuery(past, page)) });
  const changes = reads.flatMap(({ data }) => data?.events ?? []).reverse();
  return {
    first,
    told: {
      changes,
      earlier: oldest === undefined || oldest === 1 ? 0 : (oldest - 1) * (first.data?.events.length ?? 0),
      readEarlier: () => setOldest((page = 1) => Math.max(1, page - 2)),
      failed: reads.find(({ isError }) => isError),
      reading: reads.some(({ isPending }) => isPending),
    },
  };
}

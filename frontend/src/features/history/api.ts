/** The reads of the history (docs/product.md, "History"). */
import { queryOptions } from '@tanstack/react-query';
import type { EntryLife, HistoryEvent, HistoryThing, Timeline } from 'command-api/contract/history';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

/** The history of a stream, or with `of` the history of one thing in it. */
export interface HistoryScope {
  kind: 'admissions' | 'patients' | 'teams' | 'drugs';
  id: string;
  of?: HistoryThing | undefined;
}

const getTimeline = endpoint<Timeline>()('GET', '/api/history/:kind/:id');
const getLife = endpoint<EntryLife>()('GET', '/api/history/entries/:id');

export const streamName = ({ kind, id }: HistoryScope): string => `${kind.slice(0, -1)}-${id}`;

/** Oldest first, 20 a page. Only the last page changes. */
export const timelineQuery = ({ kind, id, of }: HistoryScope, page: number) =>
  queryOptions({
    queryKey: queryKeys.timeline(streamName({ kind, id }), of ?? '', page),
    queryFn: ({ signal }) => api(getTimeline, { params: { kind, id }, query: { of, pageNumber: page }, signal }),
  });

/** @param review needed for an entry that was added and deleted with its review and never changed */
export const entryHistoryQuery = (entry: string, review: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.entryHistory(entry), review ?? ''],
    queryFn: ({ signal }) => api(getLife, { params: { id: entry }, query: { review }, signal }),
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
      const read = (page: number): Promise<Timeline> =>
        api(getTimeline, {
          params: { kind: scope.kind, id: scope.id },
          query: { of: scope.of, pageNumber: page },
          signal,
        });
      const { revision, events, pages } = await read(1);
      for (let page = 2; page <= pages; page += 1) events.push(...(await read(page)).events);
      return { revision, events };
    },
    staleTime: 0,
    gcTime: 0,
  });

/** The calls of the history (architecture, "History"). */
import { queryOptions } from '@tanstack/react-query';
import type { EntryLife, HistoryEvent, HistoryThing, Timeline } from 'command-api/contract/history';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

/** A stream's past; with `of` that of one thing in it. */
export interface Past {
  kind: 'admissions' | 'patients' | 'teams' | 'drugs';
  id: string;
  of?: HistoryThing | undefined;
}

const getTimeline = endpoint<Timeline>()('GET', '/api/history/:kind/:id');
const getLife = endpoint<EntryLife>()('GET', '/api/history/entries/:id');

export const streamOf = ({ kind, id }: Past): string => `${kind.slice(0, -1)}-${id}`;

/** Ascending, 20 a page: an earlier page never changes again, the last one grows. */
export const timelineQuery = ({ kind, id, of }: Past, page: number) =>
  queryOptions({
    queryKey: queryKeys.timeline(streamOf({ kind, id }), of ?? '', page),
    queryFn: ({ signal }) => api(getTimeline, { params: { kind, id }, query: { of, pageNumber: page }, signal }),
  });

/** @param review of an entry that came and went with its review, and was never changed by itself */
export const lifeQuery = (entry: string, review: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.life(entry), review ?? ''],
    queryFn: ({ signal }) => api(getLife, { params: { id: entry }, query: { review }, signal }),
  });

export interface WholePast {
  /**
   * Of the stream, when the first of it was read: whatever was written later is a conflict for whoever builds on this.
   */
  revision: number;
  events: HistoryEvent[];
}
/** All of it, from the first change on. */
export const wholePastQuery = (past: Past) =>
  queryOptions({
    queryKey: [...queryKeys.historyOf(streamOf(past)), past.of ?? '', 'whole'],
    queryFn: async ({ signal }): Promise<WholePast> => {
      const read = (page: number): Promise<Timeline> =>
        api(getTimeline, {
          params: { kind: past.kind, id: past.id },
          query: { of: past.of, pageNumber: page },
          signal,
        });
      const { revision, events, pages } = await read(1);
      for (let page = 2; page <= pages; page += 1) events.push(...(await read(page)).events);
      return { revision, events };
    },
    staleTime: 0,
    gcTime: 0,
  });

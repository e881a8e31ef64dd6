/** Reads the past charts of an admission. */
import * as historyCalls from 'language/contract/calls/history';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../cache/query-keys.ts';
import type { ChartAsOf } from 'language/contract/history';
import { api } from '../client.ts';

/** A whole chart for each position of the slider, kept for one minute. @param at a revision or an instant */
export const chartQuery = (id: string, at: string) =>
  queryOptions({
    queryKey: queryKeys.chartAsOf(id, at),
    queryFn: async ({ signal }) =>
      (await api(historyCalls.getAdmissionHistory, { params: { id }, query: { at }, signal })) as ChartAsOf,
    gcTime: 60_000,
    structuralSharing: false,
  });

/** The chart on the day of a review, read again for each print. */
export const chartOfReviewQuery = (id: string, review: string) =>
  queryOptions({ ...chartQuery(id, `review:${review}`), gcTime: 0, staleTime: 0, refetchOnMount: 'always' });

/** Reads the past charts of an admission, the times of its changes, and the verification of a history. */
import { queryOptions } from '@tanstack/react-query';
import type { ChartAsOf, Moments, Verification } from 'command-api/contract/history';
import { endpoint, fileEndpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

const getMoments = endpoint<Moments>()('GET', '/api/history/admissions/:id/moments');
const getChart = endpoint<ChartAsOf>()('GET', '/api/history/admissions/:id');
const getVerification = endpoint<Verification>()('GET', '/api/history/:kind/:id/verify');
const getExport = fileEndpoint('/api/history/:kind/:id/export');

export const momentsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.moments(id),
    queryFn: ({ signal }) => api(getMoments, { params: { id }, signal }),
  });

/** A whole chart for each position of the slider, kept for one minute. @param at a revision or an instant */
export const chartQuery = (id: string, at: string) =>
  queryOptions({
    queryKey: queryKeys.chartAsOf(id, at),
    queryFn: ({ signal }) => api(getChart, { params: { id }, query: { at }, signal }),
    gcTime: 60_000,
    structuralSharing: false,
  });

/** The chart on the day of a review, read again for each print. */
export const chartOfReviewQuery = (id: string, review: string) =>
  queryOptions({ ...chartQuery(id, `review:${review}`), gcTime: 0, staleTime: 0, refetchOnMount: 'always' });

/** A stream whose history can be verified. */
export interface VerifiableHistory {
  kind: 'admissions' | 'patients' | 'teams' | 'drugs';
  id: string;
}
export const verifyHistory = ({ kind, id }: VerifiableHistory): Promise<Verification> =>
  api(getVerification, { params: { kind, id } });
export const exportHistory = ({ kind, id }: VerifiableHistory): Promise<Blob> =>
  api(getExport, { params: { kind, id } });

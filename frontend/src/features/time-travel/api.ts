/** The chart of an admission as it was, when it was changed, and what proves that nothing of that was altered since. */
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

/**
 * Whole charts, one for each place that somebody stopped at: they are let go of soon.
 * @param at a revision or an instant, as the address has it
 */
export const chartQuery = (id: string, at: string) =>
  queryOptions({
    queryKey: queryKeys.chartAsOf(id, at),
    queryFn: ({ signal }) => api(getChart, { params: { id }, query: { at }, signal }),
    gcTime: 60_000,
    structuralSharing: false,
  });

/** Whose history can be proven. */
export interface Proven {
  kind: 'admissions' | 'patients' | 'teams' | 'drugs';
  id: string;
}
/** Asked when somebody wants to know: the answer is of that moment. */
export const verify = ({ kind, id }: Proven): Promise<Verification> => api(getVerification, { params: { kind, id } });
export const exported = ({ kind, id }: Proven): Promise<Blob> => api(getExport, { params: { kind, id } });

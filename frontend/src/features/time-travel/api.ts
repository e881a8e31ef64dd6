/** The chart of an admission as it was, when it was changed, and what proves that nothing of that was altered since. */
import { queryOptions } from '@tanstack/react-query';
import type { ChartAsOf, Moments, Verification } from 'command-api/contract/history';
import { endpoint, fileEndpoint } from '../../lib/api.ts';
import { api } from '../../lib/client.ts';
import { keys } from '../../lib/query-keys.ts';

const getMoments = endpoint<Moments>()('GET', '/api/history/admissions/:id/moments');
const getChart = endpoint<ChartAsOf>()('GET', '/api/history/admissions/:id');
const getVerification = endpoint<Verification>()('GET', '/api/history/admissions/:id/verify');
const getExport = fileEndpoint('/api/history/admissions/:id/export');

export const momentsQuery = (id: string) => queryOptions({ queryKey: keys.moments(id), queryFn: ({ signal }) => api(getMoments, { params: { id }, signal }) });

/** Whole charts, one for each place that somebody stopped at: they are let go of soon. @param at a revision or an instant, as the address has it */
export const chartQuery = (id: string, at: string) =>
  queryOptions({ queryKey: keys.chartAsOf(id, at), queryFn: ({ signal }) => api(getChart, { params: { id }, query: { at }, signal }), gcTime: 60_000, structuralSharing: false });

/** Asked when somebody wants to know: the answer is of that moment. */
export const verify = (id: string, signal?: AbortSignal): Promise<Verification> => api(getVerification, { params: { id }, signal });
export const exported = (id: string): Promise<Blob> => api(getExport, { params: { id } });

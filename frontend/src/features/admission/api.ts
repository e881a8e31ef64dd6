/** Calls of an admission (docs/product.md, "Admissions"). */
import * as admissionCalls from 'language/contract/calls/admissions';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

/** An admission with its patient and its team's name. */
export const admissionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.admission(id),
    queryFn: ({ signal }) => api(admissionCalls.getAdmission, { params: { id }, signal }),
  });

/** The changes of others in a patient chart since the person last looked. */
export const chartNewsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.chartNews(id),
    queryFn: ({ signal }) => api(admissionCalls.getChartNews, { params: { id }, signal }),
  });

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Metrics } from 'command-api/contract/reports';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import type { Period } from './periods.ts';

const getMetrics = endpoint<Metrics>()('GET', '/api/users/:id/metrics');

/** Read on every visit: no live note announces a person's work in all their teams. */
export const metricsQuery = (user: string, { month, startDate, endDate }: Period) =>
  queryOptions({
    queryKey: queryKeys.metrics(user, month),
    queryFn: ({ signal }) => api(getMetrics, { params: { id: user }, query: { startDate, endDate }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** Reads the times of the changes of an admission. */
import * as historyCalls from 'language/contract/calls/history';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

export const momentsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.moments(id),
    queryFn: ({ signal }) => api(historyCalls.listMoments, { params: { id }, signal }),
  });

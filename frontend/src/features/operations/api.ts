import * as installationCalls from 'language/contract/calls/installation';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';

const LOOK_MS = 5_000;

/** No live note tells of the installation. A hidden page does not ask. */
export const operationsQuery = () =>
  queryOptions({
    queryKey: queryKeys.operations,
    queryFn: ({ signal }) => api(installationCalls.getOperations, { signal }),
    refetchInterval: LOOK_MS,
    staleTime: 0,
  });

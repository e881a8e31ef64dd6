/** Calls of the own second factors. */
import * as accountCalls from 'language/contract/calls/account';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';

/** Read on every visit: no live note tells of a change in another window. */
export const secondFactorsQuery = () =>
  queryOptions({
    queryKey: queryKeys.secondFactors,
    staleTime: 0,
    queryFn: ({ signal }) => api(accountCalls.listSecondFactors, { signal }),
  });

/** Calls of the page "Security". */
import * as accountCalls from 'language/contract/calls/account';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';

/** Read on every visit: wrong tries on the lock screen remove it. */
export const devicePinQuery = () =>
  queryOptions({
    queryKey: queryKeys.devicePin,
    staleTime: 0,
    queryFn: ({ signal }) => api(accountCalls.getDevicePin, { signal }),
  });

/** Read on every visit: no live note tells of a sign-in. */
export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: queryKeys.ownSessions,
    staleTime: 0,
    queryFn: ({ signal }) => api(accountCalls.listOwnSessions, { signal }),
  });

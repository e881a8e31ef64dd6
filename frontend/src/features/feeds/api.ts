import * as installationCalls from 'language/contract/calls/installation';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';

const LOOK_MS = 5_000;

/** No live note tells of the installation. A hidden page does not ask. */
export const feedsQuery = () =>
  queryOptions({
    queryKey: queryKeys.feeds,
    queryFn: ({ signal }) => api(installationCalls.getFeeds, { signal }),
    refetchInterval: LOOK_MS,
    staleTime: 0,
  });

/** Each reading is recorded: it is asked once. */
export const feedMessageQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.feedMessage(id),
    queryFn: ({ signal }) => api(installationCalls.getFeedMessage, { params: { id }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

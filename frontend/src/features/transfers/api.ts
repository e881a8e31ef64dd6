/** Calls of a team's transfers (docs/product.md, "Transfers"). */
import * as transferCalls from 'command-api/contract/calls/transfers';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';

/** The patients who are offered to the team. */
export const incomingQuery = (team: string) =>
  queryOptions({
    queryKey: [...queryKeys.transfersOf(team), 'incoming'],
    queryFn: ({ signal }) => api(transferCalls.listIncomingTransfers, { params: { teamId: team }, team, signal }),
  });

/** The patients whom the team has transferred, newest first. */
export const transferredQuery = (team: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.transfersOf(team), 'transferred'],
    queryFn: ({ pageParam, signal }) =>
      api(transferCalls.listTransferredStays, {
        params: { teamId: team },
        team,
        query: { pageNumber: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  });

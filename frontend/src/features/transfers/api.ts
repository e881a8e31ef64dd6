/** Calls of transfers (docs/product.md, "Transfers"). */
import * as transferCalls from 'language/contract/calls/transfers';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Admission } from 'language/contract/entities';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
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

/** The teams that a patient of this team can be offered to. Read with each dialog. */
export const receivingTeamsQuery = (team: string) =>
  queryOptions({
    queryKey: [...queryKeys.transfersOf(team), 'teams'],
    queryFn: ({ signal }) => api(transferCalls.listReceivingTeams, { params: { teamId: team }, team, signal }),
    staleTime: 0,
  });

/** After a change of the offer of a transfer. */
export const readAdmissionAgain = ({ _id, patient }: Admission): void => {
  void queryClient.invalidateQueries({ queryKey: queryKeys.admission(_id) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.admissionsOf(patient) });
};

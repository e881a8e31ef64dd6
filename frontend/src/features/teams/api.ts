import * as teamCalls from 'command-api/contract/calls/teams';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';

/** Read on every visit: no live note tells of invitations. */
export const invitationsQuery = (team: string) =>
  queryOptions({
    queryKey: queryKeys.invitations(team),
    staleTime: 0,
    queryFn: ({ signal }) => api(teamCalls.listInvitations, { params: { id: team }, signal }),
  });

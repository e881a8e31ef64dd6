import * as installationCalls from 'language/contract/calls/installation';
import * as teamCalls from 'language/contract/calls/teams';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';

/** Read on every visit: no live note tells of teamCalls.listInvitations. */
export const invitationsQuery = (team: string) =>
  queryOptions({
    queryKey: queryKeys.invitations(team),
    staleTime: 0,
    queryFn: ({ signal }) => api(teamCalls.listInvitations, { params: { id: team }, signal }),
  });
/** All teams, for the admin account. */
export const teamsOfInstallationQuery = () =>
  queryOptions({
    queryKey: queryKeys.teamsOfInstallation,
    staleTime: 0,
    queryFn: ({ signal }) => api(installationCalls.listTeamsOfInstallation, { signal }),
  });

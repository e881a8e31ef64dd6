/** Calls of the list of accounts, for the admin account. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AccountPage, AccountState, TeamOfInstallation } from 'command-api/contract/accounts';
import type { Answer, Team } from 'command-api/contract/entities';
import type { EndedSessions } from 'command-api/contract/sessions';
import { endpoint } from '../../platform/http/api.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';
import type { AccountSearch } from './account-search.ts';

const accounts = endpoint<AccountPage>()('GET', '/api/accounts');
export const appointTeamAdmin = endpoint<Answer<Team>, { userId: string; reason: string }>()(
  'PUT',
  '/api/teams/:id/admin',
);
const teamsOfInstallation = endpoint<TeamOfInstallation[]>()('GET', '/api/installation/teams');
export const setAccountState = endpoint<AccountState, { disabled: boolean; reason?: string }>()(
  'PUT',
  '/api/accounts/:userId',
);
export const endSessionsOf = endpoint<EndedSessions>()('DELETE', '/api/accounts/:userId/sessions');

export const teamsOfInstallationQuery = () =>
  queryOptions({
    queryKey: queryKeys.teamsOfInstallation,
    staleTime: 0,
    queryFn: ({ signal }) => api(teamsOfInstallation, { signal }),
  });

/** The members of a team, 20 a page. */
export const membersQuery = (team: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.accounts({ membersOf: team }),
    staleTime: 0,
    queryFn: ({ pageParam, signal }) => api(accounts, { query: { team, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  });

/** Read on every visit: no live note tells of accounts. */
export const accountsQuery = ({ search, condition, team, page }: AccountSearch) =>
  queryOptions({
    queryKey: queryKeys.accounts({ search, condition, team, page }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(accounts, {
        query: {
          ...(search === '' ? {} : { search }),
          ...(condition === '' ? {} : { condition }),
          ...(team === '' ? {} : { team }),
          pageNumber: page,
        },
        signal,
      }),
  });

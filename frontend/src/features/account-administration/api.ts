/** Calls of the list of installationCalls.listAccounts, for the admin account. */
import * as installationCalls from 'language/contract/calls/installation';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';
import type { AccountSearch } from './account-search.ts';

/** The members of a team, 20 a page. */
export const membersQuery = (team: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.accounts({ membersOf: team }),
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      api(installationCalls.listAccounts, { query: { team, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  });

/** Read on every visit: no live note tells of installationCalls.listAccounts. */
export const accountsQuery = ({ search, condition, team, page }: AccountSearch) =>
  queryOptions({
    queryKey: queryKeys.accounts({ search, condition, team, page }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(installationCalls.listAccounts, {
        query: {
          ...(search === '' ? {} : { search }),
          ...(condition === '' ? {} : { condition }),
          ...(team === '' ? {} : { team }),
          pageNumber: page,
        },
        signal,
      }),
  });

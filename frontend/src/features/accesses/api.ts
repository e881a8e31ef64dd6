import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AccessPage } from 'command-api/contract/accesses';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { type AccessSearch, accessSearchParams, isDateRangeValid } from './access-search.ts';

const listAccesses = endpoint<AccessPage>()('GET', '/api/teams/:id/accesses');

/** Read each time that the screen opens: no live note announces an access. */
export const accessesQuery = (team: string, search: AccessSearch) =>
  queryOptions({
    queryKey: [...queryKeys.accessesOf(team), accessSearchParams(search).toString()],
    queryFn: ({ signal }) => {
      const { page, ...filters } = search;
      return api(listAccesses, { params: { id: team }, team, query: { ...filters, pageNumber: page }, signal });
    },
    enabled: isDateRangeValid(search),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

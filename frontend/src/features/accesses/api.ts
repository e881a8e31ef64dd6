import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AccessPage } from 'command-api/contract/accesses';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { type AccessSearch, isDateRangeValid, accessSearchParams } from './access-search.ts';

const listAccesses = endpoint<AccessPage>()('GET', '/api/teams/:id/accesses');

/** No note tells of an access: it is asked for whenever it is shown. */
export const accessesQuery = (team: string, ask: AccessSearch) =>
  queryOptions({
    queryKey: [...queryKeys.accessesOf(team), accessSearchParams(ask).toString()],
    queryFn: ({ signal }) => {
      const { page, ...filters } = ask;
      return api(listAccesses, { params: { id: team }, team, query: { ...filters, pageNumber: page }, signal });
    },
    enabled: isDateRangeValid(ask),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

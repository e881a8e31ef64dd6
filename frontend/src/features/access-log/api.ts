import * as teamCalls from 'language/contract/calls/teams';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isDateRange } from '../../platform/time/dates.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { type AccessSearch, accessSearchParams } from './access-search.ts';

/** Read each time that the screen opens: no live note announces an access. */
export const accessesQuery = (team: string, search: AccessSearch) =>
  queryOptions({
    queryKey: [...queryKeys.accessesOf(team), accessSearchParams(search).toString()],
    queryFn: ({ signal }) => {
      const { page, ...filters } = search;
      return api(teamCalls.listAccesses, {
        params: { id: team },
        team,
        query: { ...filters, pageNumber: page },
        signal,
      });
    },
    enabled: isDateRange(search.startDate, search.endDate),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

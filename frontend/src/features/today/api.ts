import * as accountCalls from 'language/contract/calls/account';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';

/** At midnight, the list of the day before stays until the new one is loaded. */
export const todayQuery = (day: string) =>
  queryOptions({
    queryKey: queryKeys.today(day),
    queryFn: ({ signal }) => api(accountCalls.getToday, { signal }),
    placeholderData: keepPreviousData,
  });

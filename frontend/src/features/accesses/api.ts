import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AccessPage } from 'command-api/contract/accesses';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { keys } from '../../sync/cache/query-keys.ts';
import { type AccessAsk, isInOrder, writeAsk } from './ask.ts';

const listAccesses = endpoint<AccessPage>()('GET', '/api/teams/:id/accesses');

/** No note tells of an access: it is asked for whenever it is shown. */
export const accessesQuery = (team: string, ask: AccessAsk) =>
  queryOptions({
    queryKey: [...keys.accessesOf(team), writeAsk(ask).toString()],
    queryFn: ({ signal }) => {
      const { page, ...filters } = ask;
      return api(listAccesses, { params: { id: team }, team, query: { ...filters, pageNumber: page }, signal });
    },
    enabled: isInOrder(ask),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

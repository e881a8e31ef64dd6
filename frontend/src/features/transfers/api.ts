/** Calls of a team's transfers (docs/product.md, "Transfers"). */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { IncomingTransfers, TransferAnswer, TransferredStays } from 'command-api/contract/transfers';
import { endpoint } from '../../platform/http/api.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';

const listIncoming = endpoint<IncomingTransfers>()('GET', '/api/transfers/:team/incoming');
const listTransferred = endpoint<TransferredStays>()('GET', '/api/transfers/:team/transferred');

export const acceptTransfer = endpoint<TransferAnswer, { offer: string; transferDate: string }>()(
  'PUT',
  '/api/admissions/:id/transfer/accept',
);
export const declineTransfer = endpoint<TransferAnswer, { offer: string; reason: string }>()(
  'PUT',
  '/api/admissions/:id/transfer/decline',
);

/** The patients who are offered to the team. */
export const incomingQuery = (team: string) =>
  queryOptions({
    queryKey: [...queryKeys.transfersOf(team), 'incoming'],
    queryFn: ({ signal }) => api(listIncoming, { params: { team }, team, signal }),
  });

/** The patients whom the team has transferred, newest first. */
export const transferredQuery = (team: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.transfersOf(team), 'transferred'],
    queryFn: ({ pageParam, signal }) =>
      api(listTransferred, { params: { team }, team, query: { pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  });

import { queryOptions } from '@tanstack/react-query';
import type { Answer } from 'command-api/contract/entities';
import type { Erasure, ErasureAnswer, ErasureList, ErasureRequest } from 'command-api/contract/erasures';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

const getErasure = endpoint<Erasure>()('GET', '/api/patients/:id/erasure');
const listOfTeam = endpoint<ErasureList>()('GET', '/api/teams/:team/erasures');
const listOfAll = endpoint<ErasureList>()('GET', '/api/erasures');
export const requestErasure = endpoint<Answer<ErasureAnswer>, Pick<ErasureRequest, 'category'> & { reason: string }>()(
  'POST',
  '/api/patients/:id/erasure',
);
export const withdrawErasure = endpoint<Answer<ErasureAnswer>>()('DELETE', '/api/patients/:id/erasure');
export const refuseErasure = endpoint<Answer<ErasureAnswer>, object>()('PUT', '/api/patients/:id/erasure/refuse');
export const agreeToErasure = endpoint<Answer<ErasureAnswer>, object>()('PUT', '/api/patients/:id/erasure/agree');

/** The request, and what goes and what stays, as counts. */
export const erasureQuery = (patient: string) =>
  queryOptions({
    queryKey: queryKeys.erasure(patient),
    queryFn: ({ signal }) => api(getErasure, { params: { id: patient }, signal }),
  });

/** The open requests. @param team undefined: of the installation, which has no live notes */
export const erasuresQuery = (team: string | undefined) =>
  queryOptions({
    queryKey: team === undefined ? queryKeys.allErasures : queryKeys.erasures(team),
    queryFn: ({ signal }) =>
      team === undefined ? api(listOfAll, { signal }) : api(listOfTeam, { params: { team }, team, signal }),
    ...(team === undefined ? { staleTime: 0 } : {}),
  });

import * as patientCalls from 'language/contract/calls/patients';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

/** The request, and what goes and what stays, as counts. */
export const erasureQuery = (patient: string) =>
  queryOptions({
    queryKey: queryKeys.erasure(patient),
    queryFn: ({ signal }) => api(patientCalls.getErasure, { params: { id: patient }, signal }),
  });

/** The open requests. @param team undefined: of the installation, which has no live notes */
export const erasuresQuery = (team: string | undefined) =>
  queryOptions({
    queryKey: team === undefined ? queryKeys.allErasures : queryKeys.erasures(team),
    queryFn: ({ signal }) =>
      team === undefined
        ? api(patientCalls.listAllErasures, { signal })
        : api(patientCalls.listErasures, { params: { id: team }, team, signal }),
    ...(team === undefined ? { staleTime: 0 } : {}),
  });

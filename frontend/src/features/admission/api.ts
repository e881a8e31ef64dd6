import { queryOptions } from '@tanstack/react-query';
import type { AdmissionDetails } from 'command-api/contract/entities';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

const getAdmission = endpoint<AdmissionDetails>()('GET', '/api/admissions/:id/details');

/** An admission with its patient and its team's name. */
export const admissionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.admission(id),
    queryFn: ({ signal }) => api(getAdmission, { params: { id }, signal }),
  });

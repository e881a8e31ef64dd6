/**
 * Calls of an admission's medications (docs/product.md, "Admission medications") and of the dashboard over the
 * entries of its reviews (docs/product.md, "Medication dashboard").
 */
import * as reviewCalls from 'language/contract/calls/reviews';
import { queryOptions } from '@tanstack/react-query';
import type { AdmissionMedication, Answer, SortedMedications } from 'language/contract/entities';
import {
  updateCachedList,
  removeCachedItem,
  cacheMedication,
  medicationsQuery,
} from '../../sync/reads/admission-lists.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

export const dashboardQuery = (admissionId: string, team: string) =>
  queryOptions({
    queryKey: queryKeys.medicationDashboard(admissionId),
    queryFn: ({ signal }) => api(reviewCalls.getMedicationDashboard, { params: { admissionId }, team, signal }),
  });

export { cacheMedication, medicationsQuery };
export const removeCachedMedication = ({ _id, admission }: AdmissionMedication): Promise<void> =>
  removeCachedItem<AdmissionMedication>(queryKeys.medicationsOf(admission), _id);
export const cacheOrder = ({ _id, medications, stream, revision }: Answer<SortedMedications>): Promise<void> =>
  updateCachedList<AdmissionMedication>(queryKeys.medicationsOf(_id), () => medications, { stream, revision });

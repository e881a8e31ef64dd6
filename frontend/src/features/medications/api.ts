/**
 * Calls of an admission's medications (docs/product.md, "Admission medications") and of the dashboard over the
 * entries of its reviews (docs/product.md, "Medication dashboard").
 */
import { queryOptions } from '@tanstack/react-query';
import type { AdmissionMedication, Answer, SortedMedications } from 'command-api/contract/entities';
import type { MedicationDashboard } from 'command-api/contract/reports';
import { endpoint } from '../../platform/http/api.ts';
import {
  updateCachedList,
  removeCachedItem,
  cacheMedication,
  medicationsQuery,
} from '../../sync/reads/admission-lists.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import type { MedicationBody } from './medication-fields.ts';

const getDashboard = endpoint<MedicationDashboard>()('GET', '/api/reviews/revMedDashboard/:admissionId');

export const addMedication = endpoint<Answer<AdmissionMedication>, MedicationBody>()(
  'POST',
  '/api/admissions/:id/medications',
);
export const updateMedication = endpoint<Answer<AdmissionMedication>, Partial<MedicationBody>>()(
  'PUT',
  '/api/admissions/:id/medications/:medId',
);
/** Stops today, unless a date is given. */
export const stopMedication = endpoint<Answer<AdmissionMedication>, { stopDate?: string }>()(
  'POST',
  '/api/admissions/:id/medications/:medId/stop',
);
export const deleteMedication = endpoint<Answer<AdmissionMedication>>()(
  'DELETE',
  '/api/admissions/:id/medications/:medId',
);
/** Takes the ids of all medications in their new order. */
export const sortMedications = endpoint<Answer<SortedMedications>, { ids: string[] }>()(
  'PUT',
  '/api/admissions/:id/medications/sort',
);

export const dashboardQuery = (admissionId: string, team: string) =>
  queryOptions({
    queryKey: queryKeys.medicationDashboard(admissionId),
    queryFn: ({ signal }) => api(getDashboard, { params: { admissionId }, team, signal }),
  });

export { cacheMedication, medicationsQuery };
export const removeCachedMedication = ({ _id, admission }: AdmissionMedication): Promise<void> =>
  removeCachedItem<AdmissionMedication>(queryKeys.medicationsOf(admission), _id);
export const cacheOrder = ({ _id, medications, stream, revision }: Answer<SortedMedications>): Promise<void> =>
  updateCachedList<AdmissionMedication>(queryKeys.medicationsOf(_id), () => medications, { stream, revision });

/**
 * The calls of an admission's medications (decisions, "Paths"), and the dashboard over its reviews' entries
 * (specification §7).
 */
import { queryOptions } from '@tanstack/react-query';
import type { AdmissionMedication, Answer, SortedMedications } from 'command-api/contract/entities';
import type { MedicationDashboard } from 'command-api/contract/reports';
import { endpoint } from '../../platform/http/api.ts';
import { changeList, forgetItem, showMedication } from '../../sync/reads/admission-lists.ts';
import { api } from '../../sync/client.ts';
import { keys } from '../../sync/cache/query-keys.ts';
import type { MedicationBody } from './medication-fields.ts';

const listMedications = endpoint<AdmissionMedication[]>()('GET', '/api/admissions/:id/medications');
const getDashboard = endpoint<MedicationDashboard>()('GET', '/api/reviews/revMedDashboard/:admissionId');

export const addMedication = endpoint<Answer<AdmissionMedication>, MedicationBody>()(
  'POST',
  '/api/admissions/:id/medications',
);
export const updateMedication = endpoint<Answer<AdmissionMedication>, Partial<MedicationBody>>()(
  'PUT',
  '/api/admissions/:id/medications/:medId',
);
/** Today, where no date is said. */
export const stopMedication = endpoint<Answer<AdmissionMedication>, { stopDate?: string }>()(
  'POST',
  '/api/admissions/:id/medications/:medId/stop',
);
export const deleteMedication = endpoint<Answer<AdmissionMedication>>()(
  'DELETE',
  '/api/admissions/:id/medications/:medId',
);
/** All of them, in their new order. */
export const sortMedications = endpoint<Answer<SortedMedications>, { ids: string[] }>()(
  'PUT',
  '/api/admissions/:id/medications/sort',
);

export const medicationsQuery = (admission: string, team: string) =>
  queryOptions({
    queryKey: keys.medicationsOf(admission),
    queryFn: ({ signal }) => api(listMedications, { params: { id: admission }, team, signal }),
  });
export const dashboardQuery = (admissionId: string, team: string) =>
  queryOptions({
    queryKey: keys.medicationDashboard(admissionId),
    queryFn: ({ signal }) => api(getDashboard, { params: { admissionId }, team, signal }),
  });

export { showMedication };
export const forgetMedication = ({ _id, admission }: AdmissionMedication): Promise<void> =>
  forgetItem<AdmissionMedication>(keys.medicationsOf(admission), _id);
export const showOrder = ({ _id, medications, stream, revision }: Answer<SortedMedications>): Promise<void> =>
  changeList<AdmissionMedication>(keys.medicationsOf(_id), () => medications, { stream, revision });

/** The search lives in the address bar, so that reload, back and a shared link show the same list. */
import type { PatientSearch } from '../../lib/query-keys.ts';

export interface SearchState { search: PatientSearch; inpatientsOnly: boolean }

export const emptySearch: PatientSearch = { firstName: '', middleName: '', lastName: '', fourthName: '', birthdate: '', medicalRecordNumber: '' };
export const searchFields = ['firstName', 'middleName', 'lastName', 'fourthName', 'birthdate', 'medicalRecordNumber'] as const satisfies readonly (keyof PatientSearch)[];
export const nameFields = ['firstName', 'middleName', 'lastName', 'fourthName'] as const;

export const readSearch = (params: URLSearchParams): SearchState => ({
  search: {
    firstName: params.get('firstName') ?? '',
    middleName: params.get('middleName') ?? '',
    lastName: params.get('lastName') ?? '',
    fourthName: params.get('fourthName') ?? '',
    birthdate: params.get('birthdate') ?? '',
    medicalRecordNumber: params.get('medicalRecordNumber') ?? '',
  },
  inpatientsOnly: params.get('inpatients') === '1',
});

/** Spaces around a part do not count; empty parts stay out of the address. */
export function writeSearch({ search, inpatientsOnly }: SearchState): URLSearchParams {
  const params = new URLSearchParams();
  for (const field of searchFields) if (search[field].trim() !== '') params.set(field, search[field].trim());
  if (inpatientsOnly) params.set('inpatients', '1');
  return params;
}

export const isEmptySearch = (search: PatientSearch): boolean => searchFields.every((field) => search[field].trim() === '');
